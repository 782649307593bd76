/** A game looked back on: the chances as a curve, and for each turn what was played and what was better. */
import { useEffect, useState } from "preact/hooks";
import { ask, type Move, type ReplayText, type ReviewFound, type Worth } from "../api";
import { problemSentence } from "../live";
import { changeText, figures, turnSentences, worthText } from "../looking_back";
import { Heading, SeatPicture, Sign } from "../parts";
import { type Known, seatNames } from "../saying";
import { reducedMotion } from "../settings";
import { CardView, SnakeStrip, TableView } from "../snakes";
import { words } from "../words";
import { Bar } from "./bar";
import { Curve, TINTS } from "./curve";
import { isGame, Trouble } from "./game";
import { said, seatsOf } from "./replay";
import { useSize } from "./table";

const ASK_MS = 1000;

type Answer = ReviewFound | { progress: number };

/** The review of a game by its link; asked for until it is worked out. */
export function ReviewPage({ game }: { game: string }) {
  const [replay, setReplay] = useState<ReplayText | null>(null);
  const [answer, setAnswer] = useState<Answer>({ progress: 0 });
  const [trouble, setTrouble] = useState<unknown>(null);
  useEffect(() => {
    if (!isGame(game)) return;
    let timer = 0;
    let isLeft = false;
    const look = async () => {
      const found = await ask<Answer>(`/games/${game}/review`);
      if (isLeft) return;
      setAnswer(found);
      if ("progress" in found) timer = window.setTimeout(() => look().catch(setTrouble), ASK_MS);
    };
    Promise.all([ask<ReplayText>(`/games/${game}/replay`).then(setReplay), look()]).catch(setTrouble);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [game]);
  if (!isGame(game)) return <Trouble sentence={words.value.problems.not_found} />;
  if (trouble) return <Trouble sentence={problemSentence(trouble)} />;
  if (!replay || "progress" in answer) return <Working share={"progress" in answer ? answer.progress : 1} />;
  return <Reviewed replay={replay} found={answer} />;
}

function Working({ share }: { share: number }) {
  const say = words.value.review;
  return (
    <div class="page">
      <Bar />
      <main class="trouble">
        <SnakeStrip cards={["<p", "pb", "bg", "gy", "yo", "or", "r>"]} width={260} height={110} />
        <Heading title={say.title}>{say.working}</Heading>
        <progress value={share} aria-label={say.working} />
      </main>
    </div>
  );
}

function Reviewed({ replay, found }: { replay: ReplayText; found: ReviewFound }) {
  const say = words.value.review;
  const [at, setAt] = useState(() => firstTurn(found));
  const seats = seatsOf(replay);
  const names = seatNames(seats);
  const isAlone = names.length === 1;
  const most = Math.max(1, ...found.moves.flatMap((move) => [move.drawn.cards[0] ?? 0, move.after.cards[0] ?? 0]));
  const drawn = names.length === 2 ? [0] : names.map((_, seat) => seat);
  const turning = new Set(found.turning.map(({ turn }) => turn));
  const heightOf = (worth: Worth, seat: number) => (isAlone ? (worth.cards[0] ?? 0) / most : (worth.win[seat] ?? 0));
  const title = names.length === 2 ? say.chance(names[0] ?? "") : say.chances;
  return (
    <div class="page review">
      <Bar>
        <Heading class="turn" title={say.title}>
          {words.value.step(at, found.moves.length)}
        </Heading>
      </Bar>
      <main>
        <section class="card-panel">
          <p class="legend">
            {drawn.map((seat) => (
              <span>
                <i style={{ background: `var(${TINTS[seat]})` }} />
                <SeatPicture seats={seats} at={seat} size={26} />
                {names.length === 2 ? title : names[seat]}
              </span>
            ))}
          </p>
          <Curve moves={found.moves} seats={drawn} heightOf={heightOf} turning={turning} at={at} label={title} onChoose={setAt} />
          <div class="steps">
            <Sign of="back" label={words.value.previous} onClick={() => setAt(at - 1)} disabled={at === 0} />
            <input
              type="range"
              min="0"
              max={found.moves.length}
              value={at}
              aria-label={words.value.step(at, found.moves.length)}
              onInput={(event) => setAt(Number(event.currentTarget.value))}
            />
            <Sign of="on" label={words.value.next} onClick={() => setAt(at + 1)} disabled={at === found.moves.length} />
          </div>
        </section>
        <Turn replay={replay} at={at} move={found.moves[at - 1]} names={names} isTurning={turning.has(at)} />
        <Players found={found} seats={seats} names={names} />
      </main>
    </div>
  );
}

/** Where one begins to look: at the placement that cost the most, else where the game turned, else at the end. */
function firstTurn({ moves, turning }: ReviewFound): number {
  const costly = moves.filter((move) => move.verdict !== "fine");
  costly.sort((a, b) => (b.cost.win[b.seat - 1] ?? 0) - (a.cost.win[a.seat - 1] ?? 0));
  return costly[0]?.turn ?? turning[0]?.turn ?? moves.length;
}

interface TurnProps {
  replay: ReplayText;
  at: number;
  move: Move | undefined;
  names: string[];
  isTurning: boolean;
}

function Turn({ replay, at, move, names, isTurning }: TurnProps) {
  const { ref, width, height } = useSize();
  const step = replay.steps[at];
  const before = replay.steps[at - 1];
  if (!step) return null;
  const isBetter = move && move.verdict !== "fine" && move.better;
  return (
    <section class="card-panel turn-panel">
      <p class="played" aria-live="polite">
        <CardView card={step.card} size={44} />
        <span>{said(names, step, before)}</span>
      </p>
      <div class="small-table" ref={ref} role="img" aria-label={words.value.onTable}>
        {width > 0 && (
          <TableView snakes={step.table} width={width} height={height} glow={[]} onPlace={() => undefined} reducedMotion={reducedMotion.value} label={() => ""} />
        )}
      </div>
      {move && (
        <div class={`verdict ${move.verdict}`} aria-live="polite">
          {turnSentences(move, before?.table ?? [], isTurning).map((sentence) => (
            <p>{sentence}</p>
          ))}
          {isBetter && (
            <div class="two">
              <Made of={move.played} class="was" />
              <Made of={move.better!} class="better" />
            </div>
          )}
          <Numbers move={move} name={names[move.seat - 1] ?? ""} />
        </div>
      )}
    </section>
  );
}

function Made({ of, ...rest }: { of: Move["played"]; class: string }) {
  return (
    <figure class={rest.class}>
      <SnakeStrip cards={of.makes} width={150} height={of.makes.length > 6 ? 110 : 70} />
      {of.taken && <figcaption>{words.value.takes(of.makes.length)}</figcaption>}
    </figure>
  );
}

function Numbers({ move, name }: { move: Move; name: string }) {
  const say = words.value.review;
  const seat = move.seat - 1;
  const rows: [string, string][] = [
    [say.before, worthText(move.before, seat)],
    [say.drawn, worthText(move.drawn, seat)],
    [say.after, worthText(move.after, seat)],
    [say.luck, changeText(move.luck, seat)],
    [say.cost, changeText(move.cost, seat, -1)],
  ];
  return <Figures title={`${say.numbers}: ${name}`} rows={rows} />;
}

function Figures({ title, rows }: { title: string; rows: [string, string][] }) {
  return (
    <details class="figures">
      <summary>{title}</summary>
      <dl>
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Players({ found, seats, names }: { found: ReviewFound; seats: Known[]; names: string[] }) {
  const say = words.value.review;
  return (
    <section class="looked">
      <h2>{say.players}</h2>
      <ul>
        {found.players.map((player, seat) => (
          <li class="card-panel">
            <p class="row">
              <SeatPicture seats={seats} at={seat} size={44} />
              <span>
                {names[seat]}
                {player.grade && <b>{say.grades[player.grade]}</b>}
              </span>
            </p>
            <p>{player.grade ? say.gradeSays[player.grade] : say.noChoice}</p>
            <Figures title={`${say.numbers}: ${say.choices(player.choices)}`} rows={figures(player, names.length === 1)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
