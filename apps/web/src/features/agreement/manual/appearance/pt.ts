import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Idioma, tema e tamanho",
  blocks: [
    "O globo no alto à direita muda o idioma: chinês, inglês, português e tailandês, com suas datas e números. O símbolo ao lado muda tema e tamanho. Tudo muda na hora, nada do que você digitou se perde, e este navegador se lembra.",
    { picture: "appearance", alt: "Menu com os temas como o sistema, claro e escuro, e os três tamanhos" },
    {
      list: [
        "**Tema**: claro, escuro ou como o seu sistema.",
        "**Densidade**: quão densas são tabelas e formulários. Compacto mostra mais linhas, grande é mais fácil de tocar.",
        "**Modo do dispositivo**: controles no tamanho do mouse (computador) ou dos dedos (celular). O console o detecta e mantém a sua escolha.",
        "O console cresce com a janela: num painel de parede a mesma página é apenas maior.",
        "Um link pode levar o idioma: `?lang=en` no fim.",
      ],
    },
  ],
  sections: [],
};
