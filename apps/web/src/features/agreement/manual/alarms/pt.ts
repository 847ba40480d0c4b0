import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Alarmes",
  blocks: [
    "O sino no alto conta os alarmes não resolvidos de todas as usinas que você vê; acima de 99 diz 99+. O número muda sozinho.",
    { picture: "alarms", alt: "Sino no alto do console com o número de alarmes não resolvidos" },
    {
      list: [
        "Um dispositivo levanta um alarme no seu envio. Por mais que se repita, é um alarme por dispositivo e código de falha.",
        "Um alarme cuja condição acabou continua não resolvido até alguém tratá-lo.",
        "Quais dispositivos são aparece na página da usina: clique em falha, alarme ou atenção ao lado do nome, e a lista mostra só esses dispositivos.",
        "À noite e atrás de um gateway offline nada é levantado por falta de potência: uma usina em repouso não é falha.",
      ],
    },
  ],
  sections: [],
};
