/** Language, sound, reading aloud: each player his own. */
import type { ComponentChildren } from "preact";
import { Icon } from "./icons";
import { Choice, Sheet } from "./parts";
import { readAloud, setReadAloud, setVolume, volume } from "./settings";
import { chooseLanguage, language, LANGUAGES, nativeName, words } from "./words";

/** The settings, with what a page adds to them. */
export function SettingsSheet(props: { onClose: () => void; children?: ComponentChildren }) {
  const say = words.value;
  return (
    <Sheet title={say.settings} onClose={props.onClose}>
      <Choice
        legend={say.chooseLanguage}
        name="language"
        value={language.value}
        of={LANGUAGES.map((of) => [of, <span lang={of}>{nativeName(of)}</span>] as const)}
        onChoose={chooseLanguage}
      />
      <label class="row">
        <Icon of={volume.value > 0 ? "sound" : "mute"} />
        <span>{volume.value > 0 ? say.sound : say.soundOff}</span>
        <input
          type="range"
          min="0"
          max="1"
          step="0.1"
          value={volume.value}
          onInput={(event) => setVolume(Number(event.currentTarget.value))}
        />
      </label>
      <label class="row">
        <Icon of="speak" />
        <span>{say.readAloud}</span>
        <input
          type="checkbox"
          checked={readAloud.value}
          onChange={(event) => setReadAloud(event.currentTarget.checked)}
        />
      </label>
      {props.children}
    </Sheet>
  );
}
