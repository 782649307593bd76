/** The referee: lay out a real table by tapping, choose the card drawn, see what is allowed. */
import { useState } from "preact/hooks";
import { ask, type Outcome } from "../api";
import { Icon } from "../icons";
import { problemSentence } from "../live";
import { Choice, Sign } from "../parts";
import { cardName } from "../saying";
import { type CardText, CardView, SnakeStrip } from "../snakes";
import { show } from "../telling";
import { words } from "../words";

const COLOURS = [..."roygbp"];
const DRAWN = -1; // the row that holds the card drawn
type Preset = "serpentina" | "hisss";

/** The cards that have a colour first; turning them round is a button. */
function cardsOf(colour: string): CardText[] {
  if (colour === "*") return ["<*", "*>"];
  const others = COLOURS.filter((other) => other !== colour);
  return [`<${colour}`, ...others.map((other) => colour + other), `${colour}>`];
}

const turned = (card: CardText): CardText => (/[<>]/.test(card) ? card : [...card].reverse().join(""));

/** The part of the page of rules that settles a dispute. */
export function Referee() {
  const say = words.value;
  const [rules, setRules] = useState<Preset>("serpentina");
  const [snakes, setSnakes] = useState<CardText[][]>([[]]);
  const [drawn, setDrawn] = useState<CardText>("");
  const [row, setRow] = useState(0);
  const [found, setFound] = useState<Outcome[] | null>(null);

  const change = (cards: CardText[]) => {
    setFound(null);
    if (row === DRAWN) setDrawn(cards.at(-1) ?? "");
    else setSnakes(snakes.map((snake, at) => (at === row ? cards : snake)));
  };
  const current = row === DRAWN ? (drawn ? [drawn] : []) : (snakes[row] ?? []);
  const judge = async () => {
    const table = snakes.filter((snake) => snake.length).map((snake) => snake.join("-"));
    const json = { rules, table: table.join(" "), draw: drawn };
    await ask<{ outcomes: Outcome[] }>("/referee", { json }).then(
      (answer) => setFound(answer.outcomes),
      (error) => show(problemSentence(error)),
    );
  };
  return (
    <section class="referee card-panel">
      <h2>{say.referee}</h2>
      <p>{say.refereeHint}</p>
      <Choice
        legend={say.rules}
        name="referee-rules"
        value={rules}
        of={[
          ["serpentina", say.preset.serpentina],
          ["hisss", say.preset.hisss],
        ]}
        onChoose={(preset) => {
          setRules(preset);
          setFound(null);
        }}
      />
      <div class="rows">
        {snakes.map((snake, at) => (
          <Row key={at} label={say.snakeNumber(at + 1)} cards={snake} chosen={row === at} onChoose={() => setRow(at)} />
        ))}
        <button
          type="button"
          class="quiet"
          onClick={() => {
            setSnakes([...snakes, []]);
            setRow(snakes.length);
          }}
        >
          <Icon of="plus" />
          {say.newSnake}
        </button>
        <Row label={say.theCard} cards={drawn ? [drawn] : []} chosen={row === DRAWN} onChoose={() => setRow(DRAWN)} />
      </div>
      <Palette
        onCard={(card) => change(row === DRAWN ? [card] : [...current, card])}
        onTurn={() => current.length && change([...current.slice(0, -1), turned(current.at(-1)!)])}
        onRemove={() => change(current.slice(0, -1))}
      />
      <button type="button" class="big" disabled={!drawn} onClick={() => void judge()}>
        {say.ask}
      </button>
      <div aria-live="polite">{found && <Ruling found={found} />}</div>
    </section>
  );
}

function Row(props: { label: string; cards: CardText[]; chosen: boolean; onChoose: () => void }) {
  const name = [props.label, ...props.cards.map(cardName)].join(", ");
  return (
    <button type="button" class="build-row" aria-pressed={props.chosen} aria-label={name} onClick={props.onChoose}>
      <small>{props.label}</small>
      {props.cards.map((card) => (
        <CardView card={card} size={30} />
      ))}
      {props.chosen && <span class="caret" />}
    </button>
  );
}

interface PaletteProps {
  onCard: (card: CardText) => void;
  onTurn: () => void;
  onRemove: () => void;
}

function Palette({ onCard, onTurn, onRemove }: PaletteProps) {
  const say = words.value;
  const [colour, setColour] = useState("r");
  return (
    <fieldset class="palette">
      <legend>{say.pickColour}</legend>
      <div class="colours">
        {[...COLOURS, "*"].map((letter) => (
          <button
            key={letter}
            type="button"
            aria-pressed={letter === colour}
            aria-label={say.colours[letter]}
            onClick={() => setColour(letter)}
          >
            <CardView card={`<${letter}`} size={30} />
          </button>
        ))}
      </div>
      <div class="cards">
        {cardsOf(colour).map((card) => (
          <button key={card} type="button" aria-label={cardName(card)} onClick={() => onCard(card)}>
            <CardView card={card} size={36} />
          </button>
        ))}
      </div>
      <div class="buttons">
        <Sign of="turn" label={say.turnRound} onClick={onTurn} />
        <Sign of="undo" label={say.removeLast} onClick={onRemove} />
      </div>
    </fieldset>
  );
}

function Ruling({ found }: { found: Outcome[] }) {
  const say = words.value;
  return (
    <>
      <h3>{say.allowed(found.length)}</h3>
      <ol class="outcomes">
        {found.map((outcome) => (
          <li class={outcome.taken ? "won" : ""}>
            <SnakeStrip cards={outcome.makes} width={250} height={outcome.makes.length > 5 ? 100 : 64} />
            {outcome.taken && <b>{say.takes(outcome.makes.length)}</b>}
          </li>
        ))}
      </ol>
    </>
  );
}
