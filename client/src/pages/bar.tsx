/** The bar at the top of each page. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../icons";
import { Sign, To } from "../parts";
import { path } from "../route";
import { SettingsSheet } from "../settings_sheet";
import { words } from "../words";

/** Home, what the page puts between, and the settings. */
export function Bar(props: { children?: ComponentChildren; more?: ComponentChildren }) {
  const [open, setOpen] = useState(false);
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
      {open && <SettingsSheet onClose={() => setOpen(false)}>{props.more}</SettingsSheet>}
    </header>
  );
}
