/** The way in for friends: the link as a picture, to copy and to send. */
import { useEffect, useState } from "preact/hooks";
import { ask, type Host } from "../api";
import { Icon } from "../icons";
import { show } from "../telling";
import { words } from "../words";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** What the server says of itself; undefined until it has. */
function useHost(): Host | null | undefined {
  const [host, setHost] = useState<Host | null | undefined>(undefined);
  useEffect(() => void ask<Host>("/host").then(setHost, () => setHost(null)), []);
  return host;
}

/** How friends find the game; if only this computer can, how that is changed. */
export function Invitation({ game }: { game: string }) {
  const say = words.value;
  const host = useHost();
  if (host === undefined) return null;
  const isLocal = LOCAL.includes(location.hostname);
  if (isLocal && !host?.lan) {
    return (
      <section class="invitation card-panel">
        <p>{say.localOnly}</p>
        <code>serpentina serve --lan</code>
      </section>
    );
  }
  const link = `${(isLocal && host?.lan) || location.origin}/g/${game}`;
  const copy = () => void copyText(link).then((done) => done && show(say.copied));
  return (
    <section class="invitation card-panel">
      <p>{say.lobbyHint}</p>
      <img class="qr" src={`/api/qr?path=/g/${game}`} alt={say.qr} width="200" height="200" />
      <input class="link" type="text" readOnly value={link} aria-label={say.copyLink} onFocus={(event) => event.currentTarget.select()} />
      <div class="buttons">
        <button type="button" class="quiet" onClick={copy}>
          <Icon of="copy" />
          {say.copyLink}
        </button>
        {"share" in navigator && (
          <button type="button" class="quiet" onClick={() => void navigator.share({ url: link }).catch(() => null)}>
            <Icon of="send" />
            {say.share}
          </button>
        )}
      </div>
    </section>
  );
}

/** Copy a text; on plain http only the old way is there. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(() => true, () => copyOldWay());
  }
  return copyOldWay();
}

function copyOldWay(): boolean {
  document.querySelector<HTMLInputElement>("input.link")?.select();
  return document.execCommand("copy");
}
