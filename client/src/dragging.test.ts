import { beforeEach, describe, expect, it, vi } from "vitest";
import { Dragging } from "./dragging";

/** As much of an element as dragging touches. */
function element() {
  const classes = new Set<string>();
  const made = {
    style: { transform: "" },
    classes,
    classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) },
    setPointerCapture: vi.fn(),
    closest: () => made,
  };
  return made;
}

const target = element();
let card = element();
let dropped: unknown[] = [];
let drag: Dragging;

const at = (x: number, y: number, pointerId = 1, isPrimary = true) => ({ pointerId, isPrimary, button: 0, clientX: x, clientY: y });

beforeEach(() => {
  [card, dropped] = [element(), []];
  target.classes.clear();
  vi.stubGlobal("document", {
    elementsFromPoint: (x: number) => (x > 100 ? [target] : []),
    querySelectorAll: () => (target.classes.has("under") ? [target] : []),
  });
  drag = new Dragging(() => card as unknown as HTMLElement, (where) => dropped.push(where));
});

describe("a card", () => {
  it("follows the pointer, lights the target under it, and is dropped there once", () => {
    drag.down(at(0, 0));
    drag.move(at(60, 0));
    expect(card.style.transform).toContain("translate(60px, 0px)");
    drag.move(at(150, 5));
    expect(target.classes.has("under")).toBe(true);
    drag.up(at(150, 5));
    drag.up(at(150, 5));
    expect(dropped).toEqual([target]);
    expect([card.style.transform, card.classes.size, target.classes.size]).toEqual(["", 0, 0]);
    expect([drag.wasDrag(), drag.wasDrag()]).toEqual([true, false]);
  });

  it("dropped beside every target tells so", () => {
    drag.down(at(0, 0));
    drag.move(at(50, 50));
    drag.up(at(50, 50));
    expect(dropped).toEqual([null]);
  });

  it("that hardly moves was tapped", () => {
    drag.down(at(0, 0));
    drag.move(at(4, 4));
    drag.up(at(4, 4));
    expect(dropped).toEqual([]);
    expect(drag.wasDrag()).toBe(false);
  });

  it("minds no second finger", () => {
    drag.down(at(0, 0));
    drag.down(at(200, 0, 7, false));
    drag.move(at(250, 0, 7, false));
    drag.up(at(250, 0, 7, false));
    expect([card.style.transform, dropped]).toEqual(["", []]);
    drag.move(at(50, 0));
    expect(card.style.transform).toContain("50px");
  });

  it("goes back when the pointer is cancelled, and can be taken up again", () => {
    drag.down(at(0, 0));
    drag.move(at(150, 0));
    drag.cancel(at(150, 0));
    drag.up(at(150, 0));
    expect([card.style.transform, dropped, target.classes.size]).toEqual(["", [], 0]);
    drag.down(at(0, 0));
    drag.move(at(150, 0));
    drag.up(at(150, 0));
    expect(dropped).toEqual([target]);
  });
});
