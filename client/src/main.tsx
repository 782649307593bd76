/** The browser client. It shows what the server says and holds no rule. */
import { effect } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isTaken } from "./along/where";
import { tellEvents } from "./events";
import { connected } from "./live";
import { DropPage, ReplayPage } from "./pages/replay";
import { GamePage, Trouble } from "./pages/game";
import { RulesPage } from "./pages/rules";
import { StartPage } from "./pages/start";
import { path } from "./route";
import { PatternDefs } from "./snakes";
import { openSoundAtFirstTouch } from "./sound";
import "./style/base.css";
import "./style/table.css";
import "./style/pages.css";
import "./style/review.css";
import { notice, told } from "./telling";
import { language, words } from "./words";

function Page() {
  const [room = "", id = "", ...rest] = path.value.split("/").filter(Boolean);
  const game = id.toLowerCase(); // a link that was typed may begin with a capital
  if (!room) return <StartPage />;
  if (room === "g" && id && !rest.length) return <GamePage key={game} game={game} />;
  if (room === "r" && id && !rest.length) return <ReplayPage key={game} game={game} />;
  if (room === "review" && id && !rest.length) return <ReviewPage key={game} game={game} />;
  if (room === "replay" && !id) return <DropPage />;
  if (room === "rules" && !id) return <RulesPage />;
  if (room === "print" && !id) return <PrintPage />;
  if (room === "along" && !id) return <AlongPage />;
  return <Trouble sentence={words.value.problems.not_found} />;
}

/** A page that is loaded only when somebody wants it. */
function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return (props: Props) => {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => void load().then((page) => setLoaded(() => page), () => setFailed(true)), []);
    if (failed) return <Trouble sentence={words.value.problems.offline} />;
    return Loaded ? <Loaded {...props} /> : <div class="page waiting" aria-busy="true" />;
  };
}

const AlongPage = later(async () => (await import("./pages/along")).AlongPage);
const PrintPage = later(async () => (await import("./pages/print")).PrintPage);
const ReviewPage = later(async () => (await import("./pages/review")).ReviewPage);

function Everything() {
  return (
    <>
      <PatternDefs />
      <Page />
      <div class="notices">
        {!connected.value && <p class="notice lost">{words.value.lost}</p>}
        {notice.value && <p class="notice">{notice.value}</p>}
      </div>
      <div class="unseen" role="status" aria-live="polite">
        {connected.value ? told.value : words.value.lost}
      </div>
    </>
  );
}

effect(() => {
  document.documentElement.lang = language.value;
});
tellEvents();
openSoundAtFirstTouch();
if (isTaken()) void import("./along/taking").then(({ freshen }) => freshen(), () => undefined);
render(<Everything />, document.getElementById("page")!);
