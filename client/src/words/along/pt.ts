import type { AlongWords } from "./en";

export const pt: AlongWords = {
  says: "Assim jogas neste aparelho sem rede nenhuma: no carro, no comboio, no jardim. Joga quem está contigo, e robôs.",
  size: (megabytes) => `São descarregados cerca de ${megabytes} MB, uma só vez. Depois, só o que mudou.`,
  take: "Levar comigo",
  taking: (part) => `Já cá está ${part}.`,
  ready: "Está tudo aqui. Sem rede, abre esta página ou o jogo no teu ecrã inicial, e joga.",
  install: "O menu do teu navegador põe o jogo no ecrã inicial.",
  without: "Os amigos noutros aparelhos, as dicas e a análise precisam da rede.",
  remove: "Tirar deste aparelho",
  removeSays: "Os jogos que começaste sem rede vão com ele.",
  removed: "Já não está neste aparelho.",
  broken: "Isto foi interrompido. O que já chegou fica: tenta outra vez.",
  insecure: "Deste endereço não: começa por http, e os navegadores só levam uma página a partir de https, ou no próprio computador em que o jogo corre. Pede um endereço https a quem instalou o jogo.",
  browser: "Este navegador não consegue, ou não numa janela privada. Experimenta outro.",
  nothing: "Agora não se chega ao servidor do jogo, ou ele não tem nada para levar.",
  waking: "Um momento, o jogo está a acordar …",
};
