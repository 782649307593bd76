/** The rules in pictures, and the referee for a real table. */
import type { ComponentChildren } from "preact";
import { CardBack, CardView, SnakeStrip } from "../snakes";
import { Icon } from "../icons";
import { Heading, To } from "../parts";
import { words } from "../words";
import { Bar } from "./bar";
import { Referee } from "./referee";

/** How to play: few words. */
export function RulesPage() {
  const say = words.value;
  return (
    <div class="page rules">
      <Bar />
      <main>
        <Heading title={say.rulesTitle}>{say.rulesTitle}</Heading>
        <ol class="pictures">
          <Picture text={say.ruleDraw}>
            <CardBack size={34} />
            <CardBack size={34} />
            <Arrow />
            <CardView card="rg" size={46} />
          </Picture>
          <Picture text={say.ruleMatch}>
            <CardView card="rg" size={40} />
            <b class="plus">+</b>
            <CardView card="gb" size={40} />
            <Arrow />
            <SnakeStrip cards={["rg", "gb"]} width={110} height={70} />
          </Picture>
          <Picture text={say.ruleAlone}>
            <SnakeStrip cards={["rg", "gb"]} width={96} height={60} />
            <SnakeStrip cards={["yo"]} width={60} height={60} />
          </Picture>
          <Picture text={say.ruleRainbow}>
            <SnakeStrip cards={["<*", "gb"]} width={110} height={64} />
            <SnakeStrip cards={["yo", "*>"]} width={110} height={64} />
          </Picture>
          <Picture text={say.ruleTake}>
            <SnakeStrip cards={["<r", "rg", "gb", "bp", "p>"]} width={210} height={84} />
          </Picture>
          <Picture text={say.ruleJoin}>
            <SnakeStrip cards={["<o", "oy"]} width={80} height={64} />
            <CardView card="yb" size={34} />
            <SnakeStrip cards={["bg", "gr"]} width={80} height={64} />
          </Picture>
          <Picture text={say.ruleWin}>
            <SnakeStrip cards={["<g", "gr", "ro", "oy", "yb", "bp", "pg", "g>"]} width={220} height={100} />
          </Picture>
        </ol>
        <nav class="links">
          <To path="/print">
            <Icon of="print" />
            {say.print.title}
          </To>
        </nav>
        <Referee />
      </main>
    </div>
  );
}

function Picture({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <li>
      <div class="picture" aria-hidden="true">
        {children}
      </div>
      <p>{text}</p>
    </li>
  );
}

const Arrow = () => (
  <svg class="icon" viewBox="0 0 24 24" width="28" height="28">
    <path d="M3 12h17M14 6l6 6-6 6" />
  </svg>
);
