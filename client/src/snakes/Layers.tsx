/** Layers of paths as SVG. */

import type { Layer } from "./cards";

export function Layers({ layers }: { layers: readonly Layer[] }) {
  return (
    <>
      {layers.map(({ d, look, width, at }, k) => (
        <path
          key={k}
          class={look}
          d={d}
          stroke-width={width}
          transform={at && `translate(${at.x} ${at.y}) scale(${at.scale})`}
        />
      ))}
    </>
  );
}
