import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Lista de dados: dispositivos de todas as usinas",
  blocks: [
    "**Dados**, no alto, mostra todos os dispositivos que você pode ver, seja qual for a usina: gateways, strings, otimizadores, chaves de desligamento.",
    {
      picture: "data-list",
      alt: "Lista de dados com filtros no alto e uma linha por dispositivo com usina, tipo, estado e valores",
    },
    {
      list: [
        "Filtre por tipo, estado, usina ou empresa e busque por número de série, posição ou apelido.",
        "Ordene por qualquer coluna cujo título se possa clicar. **Colunas** mostra ou esconde colunas; este navegador se lembra.",
        "Os valores das usinas na tela mudam conforme chegam os envios.",
        "Um clique num dispositivo abre a página da sua usina com esse dispositivo.",
        "Filtros, ordem e página estão no endereço: um link mostra a mesma lista a um colega.",
      ],
    },
  ],
  sections: [],
};
