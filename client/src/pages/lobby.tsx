/** The lobby: the seats filling up, who sits here, and the way in for friends. */
import { useState } from "preact/hooks";
import { ask, type NewSeat, type State } from "../api";
import { Icon } from "../icons";
import { kept } from "../kept";
import { problemSentence, receive, refresh, send } from "../live";
import { Heading, SeatPicture, Sheet } from "../parts";
import { PICTOGRAMS } from "../pictograms";
import { listed, seatNames } from "../saying";
import { show } from "../telling";
import { words } from "../words";
import { Bar } from "./bar";
import { Invitation } from "./invitation";
import { Who } from "./seats";

/** Wait for friends; who came by the link takes a seat here. */
export function LobbyPage({ now }: { now: State }) {
  const say = words.value;
  const hasOpen = now.seats.some((seat) => seat.kind === "open");
  const isHere = now.you.length > 0;
  const names = seatNames(now.seats);
  return (
    <div class="page lobby">
      <Bar />
      <main>
        <Heading title={say.lobby}>{say.lobby}</Heading>
        <Seats now={now} names={names} />
        {!isHere && hasOpen && <SitDown now={now} />}
        {!isHere && !hasOpen && <p class="hint">{say.watching}</p>}
        {isHere && <p class="hint">{say.youSit(listed(now.you.map((seat) => names[seat - 1] ?? "")))}</p>}
        {now.maker ? <Begin hasOpen={hasOpen} /> : isHere && <p class="hint">{say.waitForMaker}</p>}
        {(now.maker || isHere) && <Invitation game={now.game} />}
      </main>
    </div>
  );
}

/** All seats; a tap on one's own changes it, the plus seats one more on this device. */
function Seats({ now, names }: { now: State; names: string[] }) {
  const say = words.value;
  const [changes, setChanges] = useState<number | null>(null);
  const [adds, setAdds] = useState(false);
  const mayAdd = now.you.length > 0 && now.seats.some((seat) => seat.kind === "open");
  return (
    <>
      <ul class="seats">
        {now.seats.map((seat, at) => (
          <li key={at}>
            {now.you.includes(at + 1) ? (
              <button type="button" class="seat mine" aria-label={say.changeSeat(names[at] ?? "")} onClick={() => setChanges(at)}>
                <SeatPicture seats={now.seats} at={at} size={56} />
                <span>{names[at]}</span>
                <Icon of="pencil" size={20} />
              </button>
            ) : (
              <div class={`seat ${seat.kind === "open" ? "free" : ""}`}>
                <SeatPicture seats={now.seats} at={at} size={56} />
                <span>{names[at]}</span>
              </div>
            )}
          </li>
        ))}
        {mayAdd && (
          <li>
            <button type="button" class="seat add" aria-label={say.addPerson} title={say.addPerson} onClick={() => setAdds(true)}>
              <SeatPicture seats={[freshSeat(now)]} at={0} size={44} />
              <Icon of="plus" size={28} />
            </button>
          </li>
        )}
      </ul>
      {changes !== null && now.you.includes(changes + 1) && (
        <ChangeSheet now={now} at={changes} title={names[changes] ?? ""} onClose={() => setChanges(null)} />
      )}
      {adds && <AddSheet now={now} onClose={() => setAdds(false)} />}
    </>
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

/** A person with an animal that nobody has; the one liked best, if it is free. */
function freshSeat(now: State, liked = ""): NewSeat {
  const taken = now.seats.map((seat) => seat.pictogram ?? "");
  const free = PICTOGRAMS.filter((of) => !taken.includes(of));
  return { kind: "here", name: "", pictogram: free.find((of) => of === liked) ?? free[0] ?? PICTOGRAMS[0] };
}

/** The seats of the others, as far as it matters to who chooses an animal. */
const othersThan = (now: State, at = -1): NewSeat[] =>
  now.seats.filter((_, n) => n !== at).map(({ kind, pictogram }) => ({ kind, pictogram: pictogram ?? "" }));

/** Take the next open seat. */
async function sitDown(game: string, who: NewSeat, another: boolean): Promise<void> {
  try {
    const json = { name: who.name ?? "", pictogram: who.pictogram, another };
    receive((await ask<{ state: State }>(`/games/${game}/seats`, { json })).state);
  } catch (error) {
    show(problemSentence(error));
    void refresh();
  }
}

/** Who came by the link chooses an animal and sits down. */
function SitDown({ now }: { now: State }) {
  const [who, setWho] = useState<NewSeat>(() => ({ ...freshSeat(now, kept("pictogram")), name: kept("name") }));
  return (
    <section class="card-panel">
      <h2>{words.value.chooseAnimal}</h2>
      <Who seat={who} others={othersThan(now)} isFirst onChange={setWho} />
      <button type="button" class="big" onClick={() => void sitDown(now.game, who, false)}>
        <Icon of="check" size={28} />
        {words.value.sitDown}
      </button>
    </section>
  );
}

/** One more person on this device. */
function AddSheet({ now, onClose }: { now: State; onClose: () => void }) {
  const [who, setWho] = useState<NewSeat>(() => freshSeat(now));
  const sit = async () => {
    onClose();
    await sitDown(now.game, who, true);
  };
  return (
    <Sheet title={words.value.addPerson} onClose={onClose}>
      <Who seat={who} others={othersThan(now)} isFirst={false} onChange={setWho} />
      <div class="buttons">
        <button type="button" onClick={() => void sit()}>
          <Icon of="check" />
          {words.value.sitDown}
        </button>
      </div>
    </Sheet>
  );
}

interface ChangeProps {
  now: State;
  at: number;
  title: string;
  onClose: () => void;
}

/** Another animal or name for a seat of this device, or the seat given up. */
function ChangeSheet({ now, at, title, onClose }: ChangeProps) {
  const say = words.value;
  const { name = "", pictogram = "" } = now.seats[at] ?? {};
  const [who, setWho] = useState<NewSeat>({ kind: "here", name, pictogram });
  const standUp = () => {
    onClose();
    void send("leave", { seat: at + 1 });
  };
  const done = () => {
    onClose();
    const isSame = who.name === name && who.pictogram === pictogram;
    if (!isSame) void send("rename", { seat: at + 1, name: who.name ?? "", pictogram: who.pictogram ?? pictogram });
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <Who seat={who} others={othersThan(now, at)} isFirst={at + 1 === now.you[0]} onChange={setWho} />
      <div class="buttons">
        <button type="button" class="quiet" onClick={standUp}>
          <Icon of="leave" />
          {say.standUp}
        </button>
        <button type="button" onClick={done}>
          <Icon of="check" />
          {say.done}
        </button>
      </div>
    </Sheet>
  );
}
