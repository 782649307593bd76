/** The bar at the top of each page. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../icons";
import { Sign, To } from "../parts";
import { path } from "../route";
import { SettingsSheet } from "../settings_sheet";
import { words } from "../words";

interface Props {
  children?: ComponentChildren;
  /** What the page adds to the settings; it is told how to close them. */
  more?: (close: () => void) => ComponentChildren;
}

/** Home, what the page puts between, and the settings. */
export function Bar(props: Props) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <header class="bar">
      {path.value === "/" ? (
        <span class="sign-room" />
      ) : (
        <To path="/" class="sign" label={words.value.home}>
          <Icon of="home" />
        </To>
      )}
      <div class="bar-middle">{props.children}</div>
      <Sign of="gear" label={words.value.settings} onClick={() => setOpen(true)} />
      {open && <SettingsSheet onClose={close}>{props.more?.(close)}</SettingsSheet>}
    </header>
  );
}
