/** The game on paper: on which, with backs or without, then the PDF. */
import { useEffect, useState } from "preact/hooks";
import { alone } from "../along/where";
import { Icon } from "../icons";
import { keep, kept } from "../kept";
import { loadOffered } from "../offered";
import { Choice, Heading } from "../parts";
import { CardBack, CardView } from "../snakes";
import { language, words } from "../words";
import { Bar } from "./bar";
import { defaultRules, RulesChoice, rulesText } from "./rules_choice";

type Paper = "a4" | "letter";
const PAPERS: Record<Paper, { name: string; size: [number, number] }> = {
  a4: { name: "A4", size: [34, 48] },
  letter: { name: "Letter", size: [35, 45] },
};
/** Where one does not print on A4. */
const LETTER = /-(US|CA|MX|PH|CL|CO|VE|GT|CR|PA|SV|NI|DO|PR)$/i;

/** The page that prints the game of its address (`rules`, `deck`), or one that is chosen here. */
export function PrintPage() {
  const say = words.value.print;
  const [asked] = useState(() => new URLSearchParams(location.search));
  const [wish, setWish] = useState(defaultRules);
  const liked = kept("paper") || (LETTER.test(navigator.language) ? "letter" : "a4");
  const [paper, setPaper] = useState<Paper>(liked === "letter" ? "letter" : "a4");
  const [sets, setSets] = useState<"1" | "2">("1");
  const [sides, setSides] = useState<"one" | "two">("one");
  useEffect(loadOffered, []);
  const game = {
    rules: asked.get("rules") ?? rulesText(wish),
    deck: asked.get("deck") ?? `standard:${sets}`,
    paper,
    backs: String(sides === "two"),
    language: language.value,
  };
  return (
    <div class="page print">
      <Bar />
      <main>
        <Heading title={say.title}>{say.title}</Heading>
        <p>{say.says}</p>
        {alone.value && <p class="hint">{words.value.problems.offline}</p>}
        <Choice
          legend={say.paper}
          name="paper"
          value={paper}
          of={(["a4", "letter"] as const).map((one) => [one, <Sheet of={one} />])}
          onChoose={(chosen) => {
            setPaper(chosen);
            keep("paper", chosen);
          }}
        />
        <Choice
          legend={say.cards}
          name="sides"
          value={sides}
          of={[
            ["one", <Cards text={say.oneSide} />],
            ["two", <Cards text={say.twoSides} both />],
          ]}
          onChoose={setSides}
        />
        {!asked.has("rules") && (
          <RulesChoice wish={wish} onChange={setWish}>
            <Choice
              legend={words.value.sets}
              name="sets"
              value={sets}
              of={[
                ["1", words.value.oneSet],
                ["2", words.value.twoSets],
              ]}
              onChoose={setSets}
            />
          </RulesChoice>
        )}
        {!alone.value && (
          <div class="go">
            <a class="button big" href={`/api/print?${new URLSearchParams(game)}`} download="serpentina.pdf">
              <Icon of="print" size={32} />
              {say.open}
            </a>
          </div>
        )}
        <p class="hint">{sides === "two" ? `${say.size} ${say.flip}` : say.size}</p>
      </main>
    </div>
  );
}

function Sheet({ of }: { of: Paper }) {
  const { name, size } = PAPERS[of];
  const [width, height] = size;
  return (
    <>
      <svg class="icon" viewBox="0 0 40 50" width="40" height="50" aria-hidden="true">
        <path d={`M${20 - width / 2} ${49 - height}h${width}v${height}h${-width}z`} />
      </svg>
      {name}
    </>
  );
}

function Cards({ text, both }: { text: string; both?: boolean }) {
  return (
    <>
      <span class="picture" aria-hidden="true">
        <CardView card="rg" size={34} />
        {both && <CardBack size={34} />}
      </span>
      {text}
    </>
  );
}
