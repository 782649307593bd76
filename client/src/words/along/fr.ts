import type { AlongWords } from "./en";

export const fr: AlongWords = {
  says: "Tu joues alors sur cet appareil sans aucun réseau : en voiture, dans le train, au jardin. Jouent ceux qui sont avec toi, et des robots.",
  size: (megabytes) => `Environ ${megabytes} Mo sont chargés, une seule fois. Plus tard, seulement ce qui a changé.`,
  take: "Emporter",
  taking: (part) => `${part} est là.`,
  ready: "Tout est ici. Sans réseau, ouvre cette page ou le jeu sur ton écran d’accueil, et joue.",
  install: "Le menu de ton navigateur place le jeu sur l’écran d’accueil.",
  without: "Les amis sur d’autres appareils, les conseils et l’analyse ont besoin du réseau.",
  remove: "Retirer de cet appareil",
  removeSays: "Les parties commencées sans réseau partent avec.",
  removed: "C’est retiré de cet appareil.",
  broken: "Cela s’est interrompu. Ce qui est arrivé est gardé : essaie encore.",
  insecure: "Pas depuis cette adresse : elle commence par http, et les navigateurs n’emportent une page que depuis https, ou sur l’ordinateur même qui fait tourner le jeu. Demande une adresse en https à qui a installé le jeu.",
  browser: "Ce navigateur ne sait pas le faire, ou pas dans une fenêtre privée. Essaies-en un autre.",
  nothing: "Le serveur du jeu est injoignable en ce moment, ou n’a rien à emporter.",
  waking: "Un instant, le jeu se réveille …",
};
