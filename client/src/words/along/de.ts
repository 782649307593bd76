import type { AlongWords } from "./en";

export const de: AlongWords = {
  says: "Dann spielst du auf diesem Gerät ganz ohne Netz: im Auto, im Zug, im Garten. Es spielen alle, die bei dir sind, und Roboter.",
  size: (megabytes) => `Etwa ${megabytes} MB werden einmal geladen. Später nur, was sich geändert hat.`,
  take: "Mitnehmen",
  taking: (part) => `${part} ist da.`,
  ready: "Alles ist hier. Öffne ohne Netz diese Seite oder das Spiel auf dem Startbildschirm und spiele.",
  install: "Über das Menü deines Browsers kommt das Spiel auf den Startbildschirm.",
  without: "Freunde an anderen Geräten, Tipps und der Rückblick brauchen das Netz.",
  remove: "Von diesem Gerät entfernen",
  removeSays: "Die Spiele, die du ohne Netz begonnen hast, gehen mit.",
  removed: "Es ist von diesem Gerät entfernt.",
  broken: "Das brach ab. Was schon da ist, bleibt: Versuch es noch einmal.",
  insecure: "Von dieser Adresse geht es nicht: Sie beginnt mit http, und Browser nehmen eine Seite nur über https mit, oder auf dem Computer, auf dem das Spiel läuft. Frag, wer das Spiel eingerichtet hat, nach einer Adresse mit https.",
  browser: "Dieser Browser kann es nicht, oder nicht in einem privaten Fenster. Versuch es mit einem anderen.",
  nothing: "Der Server des Spiels ist gerade nicht zu erreichen, oder er hat nichts zum Mitnehmen.",
  waking: "Einen Moment, das Spiel wacht auf …",
};
