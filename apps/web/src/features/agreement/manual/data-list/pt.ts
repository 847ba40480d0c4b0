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
        "Filtre por tipo, status ou usina e busque por número de série, posição ou apelido. **Mais filtros** tem empresa, modelo, software, sinal e última comunicação. Dispositivos em repouso por causa do sol baixo têm um status próprio e não contam como offline.",
        "Ordene por qualquer coluna cujo título se possa clicar. **Colunas** mostra ou esconde colunas; este navegador se lembra.",
        "Os valores das usinas na tela mudam conforme chegam os envios.",
        "Um clique num dispositivo o abre ao lado da lista: últimos valores, curva do dia, alarmes e um link para a sua página. As setas percorrem a lista.",
        "**Visualizações** salva busca, filtros, ordem e colunas na sua conta. **Exportar** grava os dispositivos encontrados em um arquivo CSV ou Excel.",
        "Os valores de um dispositivo sem comunicação são os últimos, mostrados mais claros; aponte para um deles para ver o horário.",
        "Filtros, ordem e página estão no endereço: um link mostra a mesma lista a um colega.",
      ],
    },
  ],
  sections: [],
};
