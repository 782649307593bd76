/** What is drawn once and used often: render it once near the top of the page. */

import { BackPicture } from "./CardView";

export function PatternDefs() {
  return (
    <svg class="s-defs" width="0" height="0" aria-hidden="true">
      <symbol id="s-back" viewBox="0 0 52 80">
        <BackPicture />
      </symbol>
    </svg>
  );
}
