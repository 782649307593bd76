import type { AlongWords } from "./en";

export const es: AlongWords = {
  says: "Así juegas en este dispositivo sin ninguna red: en el coche, en el tren, en el jardín. Juegan quienes están contigo, y robots.",
  size: (megabytes) => `Se descargan unos ${megabytes} MB, una sola vez. Después, solo lo que haya cambiado.`,
  take: "Llevármelo",
  taking: (part) => `Ya está el ${part}.`,
  ready: "Todo está aquí. Sin red, abre esta página o el juego en tu pantalla de inicio, y juega.",
  install: "El menú de tu navegador pone el juego en la pantalla de inicio.",
  without: "Los amigos en otros dispositivos, las pistas y el repaso necesitan la red.",
  remove: "Quitarlo de este dispositivo",
  removeSays: "Las partidas que empezaste sin red se van con él.",
  removed: "Ya no está en este dispositivo.",
  broken: "Se ha interrumpido. Lo que ha llegado se guarda: inténtalo otra vez.",
  insecure: "Desde esta dirección no: empieza por http, y los navegadores solo se llevan una página desde https, o en el mismo ordenador que ejecuta el juego. Pide una dirección https a quien instaló el juego.",
  browser: "Este navegador no puede, o no en una ventana privada. Prueba con otro.",
  nothing: "Ahora no se llega al servidor del juego, o no tiene nada que llevarse.",
  waking: "Un momento, el juego se está despertando …",
};
