/** A game: its lobby, its table or its end, as the state says. */
import { useEffect } from "preact/hooks";
import { follow, state, trouble, unfollow } from "../live";
import { To } from "../parts";
import { words } from "../words";
import { Bar } from "./bar";
import { EndPage } from "./end";
import { LobbyPage } from "./lobby";
import { TablePage } from "./table";

/** Follow a game and show it. */
export function GamePage({ game }: { game: string }) {
  useEffect(() => {
    follow(game);
    return unfollow;
  }, [game]);
  const now = state.value;
  if (trouble.value) return <Trouble sentence={trouble.value} />;
  if (!now || now.game !== game) return <div class="page waiting" aria-busy="true" />;
  if (now.status === "lobby") return <LobbyPage now={now} />;
  if (now.status === "counted") return <EndPage now={now} />;
  return <TablePage now={now} />;
}

/** There is nothing to show: why, and the way back. */
export function Trouble({ sentence }: { sentence: string }) {
  return (
    <div class="page">
      <Bar />
      <main class="trouble">
        <h1>{sentence}</h1>
        <To path="/" class="button big">
          {words.value.home}
        </To>
      </main>
    </div>
  );
}
