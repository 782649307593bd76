/** A game: its lobby, its table or its end, as the state says. */
import { useEffect } from "preact/hooks";
import { Icon } from "../icons";
import { follow, state, trouble, unfollow } from "../live";
import { Heading, To } from "../parts";
import { SnakeStrip } from "../snakes";
import { words } from "../words";
import { Bar } from "./bar";
import { EndPage } from "./end";
import { LobbyPage } from "./lobby";
import { TablePage } from "./table";

/** Follow a game and show it. */
export function GamePage({ game }: { game: string }) {
  if (!isGame(game)) return <Trouble sentence={words.value.problems.not_found} />;
  return <Followed game={game} />;
}

/** Whether a game can be called so. */
export const isGame = (id: string): boolean => /^[a-z02-9][a-z2-9]{7}$/.test(id);

function Followed({ game }: { game: string }) {
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
        <SnakeStrip cards={["gy", "yo"]} width={150} height={90} />
        <Heading title={sentence}>{sentence}</Heading>
        <To path="/" class="button big">
          <Icon of="home" size={28} />
          {words.value.home}
        </To>
      </main>
    </div>
  );
}
