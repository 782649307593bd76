/** The browser client. It shows what the server says and holds no rule. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { tellEvents } from "./events";
import { connected } from "./live";
import { DropPage, ReplayPage } from "./pages/replay";
import { GamePage, Trouble } from "./pages/game";
import { PrintPage } from "./pages/print";
import { ReviewPage } from "./pages/review";
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
  return <Trouble sentence={words.value.problems.not_found} />;
}

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
render(<Everything />, document.getElementById("page")!);
