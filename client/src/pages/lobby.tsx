/** The lobby: the link and its picture, and the seats filling up. */
import { useEffect, useState } from "preact/hooks";
import { ask, type Host, type NewSeat, type State } from "../api";
import { Icon } from "../icons";
import { kept } from "../kept";
import { problemSentence, receive, refresh, send } from "../live";
import { pictureOf } from "../parts";
import { Pictogram, PICTOGRAMS } from "../pictograms";
import { nameOf, seatName } from "../saying";
import { show } from "../telling";
import { words } from "../words";
import { Bar } from "./bar";
import { Who } from "./seats";

/** Wait for friends; who came by the link takes a seat here. */
export function LobbyPage({ now }: { now: State }) {
  const say = words.value;
  const hasOpen = now.seats.some((seat) => seat.kind === "open");
  return (
    <div class="page lobby">
      <Bar />
      <main>
        <h1>{say.lobby}</h1>
        <ul class="seats">
          {now.seats.map((seat, at) => (
            <li class={`seat ${seat.kind === "open" ? "free" : ""} ${now.you.includes(at + 1) ? "mine" : ""}`}>
              <Pictogram of={pictureOf(seat)} size={56} />
              <span>{seat.kind === "open" ? say.emptySeat : seatName(seat)}</span>
            </li>
          ))}
        </ul>
        {now.you.length === 0 && hasOpen && <SitDown now={now} />}
        {now.you.length === 0 && !hasOpen && <p class="hint">{say.watching}</p>}
        {now.you.length > 0 && (
          <p class="hint">{say.youSit(now.you.map((seat) => nameOf(now, seat)).join(" + "))}</p>
        )}
        {now.maker ? <Begin hasOpen={hasOpen} /> : now.you.length > 0 && <p class="hint">{say.waitForMaker}</p>}
        {(now.maker || now.you.length > 0) && <Invitation game={now.game} />}
      </main>
    </div>
  );
}

function Begin({ hasOpen }: { hasOpen: boolean }) {
  return (
    <div class="go">
      <button type="button" class="big" onClick={() => void send("start")}>
        <Icon of="play" size={32} />
        {words.value.begin}
      </button>
      {hasOpen && <p class="hint">{words.value.emptyBecomeRobots}</p>}
    </div>
  );
}

function SitDown({ now }: { now: State }) {
  const taken = now.seats.map((seat) => seat.pictogram ?? "");
  const free = PICTOGRAMS.filter((of) => !taken.includes(of));
  const liked = kept("pictogram");
  const [who, setWho] = useState<NewSeat>({
    kind: "here",
    name: kept("name"),
    pictogram: free.find((of) => of === liked) ?? free[0] ?? PICTOGRAMS[0],
  });
  const sit = async () => {
    try {
      const json = { name: who.name ?? "", pictogram: who.pictogram };
      receive((await ask<{ state: State }>(`/games/${now.game}/seats`, { json })).state);
    } catch (error) {
      show(problemSentence(error));
      void refresh();
    }
  };
  const others = now.seats.map((seat) => ({ kind: seat.kind, pictogram: seat.pictogram ?? "" }));
  return (
    <section class="card-panel">
      <h2>{words.value.chooseAnimal}</h2>
      <Who seat={who} others={others} onChange={setWho} />
      <button type="button" class="big" onClick={() => void sit()}>
        <Icon of="check" size={28} />
        {words.value.sitDown}
      </button>
    </section>
  );
}

/** The link as a picture, to copy and to send. */
function Invitation({ game }: { game: string }) {
  const say = words.value;
  const [host, setHost] = useState<Host | null>(null);
  useEffect(() => void ask<Host>("/host").then(setHost, () => null), []);
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
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
