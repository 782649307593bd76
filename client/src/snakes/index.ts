/** The drawings: cards, snakes on the table, the fan and the pile. They know no rule. */

import "./snakes.css";

export { type Arrangement, type Laid, type Lying, arrange } from "./arrange";
export { type CardText, symbolOf } from "./cards";
export { CardBack, CardView } from "./CardView";
export { type DrawProps, FanView, PileView } from "./FanView";
export { PatternDefs } from "./PatternDefs";
export { SnakeStrip } from "./SnakeStrip";
export { type TableProps, TableView, useArrangement } from "./TableView";
export type { Glow, Touch } from "./targets";
