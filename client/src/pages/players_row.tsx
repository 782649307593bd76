/** The players and their pits: whose turn it is, and what each has taken. */
import { useState } from "preact/hooks";
import type { State } from "../api";
import { Icon } from "../icons";
import { busy, send } from "../live";
import { SeatPicture, Sheet } from "../parts";
import { Pictogram } from "../pictograms";
import { nameOf } from "../saying";
import { SnakeStrip } from "../snakes";
import { words } from "../words";

/** One chip for each seat, a tap shows its snakes; and taking back. */
export function PlayersRow({ now }: { now: State }) {
  const [open, setOpen] = useState<number | null>(null);
  return (
    <nav class={`players ${now.players > 4 ? "many" : ""}`}>
      {now.seats.map((seat, at) => {
        const cards = now.pits[at]?.cards ?? 0;
        const turn = at + 1 === now.seat && now.status === "playing";
        return (
          <button
            type="button"
            class={`player ${turn ? "turn-now" : ""} ${now.you.includes(at + 1) ? "mine" : ""} ${seat.away ? "away" : ""}`}
            aria-label={words.value.pitOf(nameOf(now, at + 1), cards)}
            aria-current={turn ? "true" : undefined}
            data-seat={at + 1}
            onClick={() => setOpen(at)}
          >
            <SeatPicture seats={now.seats} at={at} size={34} />
            {seat.bot_plays && <Pictogram of="robot" size={18} />}
            <b key={cards} class={cards ? "grown" : ""}>
              {cards}
            </b>
          </button>
        );
      })}
      {now.can_undo && (
        <button
          type="button"
          class="undo"
          aria-label={words.value.undo}
          title={words.value.undo}
          disabled={busy.value}
          onClick={() => void send("undo")}
        >
          <Icon of="undo" size={28} />
        </button>
      )}
      {open !== null && <PitSheet now={now} seat={open + 1} onClose={() => setOpen(null)} />}
    </nav>
  );
}

function PitSheet({ now, seat, onClose }: { now: State; seat: number; onClose: () => void }) {
  const pit = now.pits[seat - 1];
  const title = words.value.pitOf(nameOf(now, seat), pit?.cards ?? 0);
  return (
    <Sheet title={title} onClose={onClose}>
      {pit?.snakes.length ? (
        <ul class="strips">
          {pit.snakes.map((snake) => (
            <li>
              <SnakeStrip cards={snake} width={250} height={snake.length > 5 ? 110 : 64} />
              <b>{snake.length}</b>
            </li>
          ))}
        </ul>
      ) : (
        <p>{words.value.emptyPit}</p>
      )}
    </Sheet>
  );
}
