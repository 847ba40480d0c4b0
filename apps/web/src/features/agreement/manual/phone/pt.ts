import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "No celular e como aplicativo",
  blocks: [
    "A entrada, este manual, as páginas sobre o produto e a página de celular de uma usina cabem num celular. O console em si é feito para telas largas.",
    { picture: "phone", alt: "Uma usina no celular: potência agora e seus dispositivos, string por string" },
    "A **página de celular** de uma usina mostra estado, potência e cada dispositivo com valores ao vivo, com o que precisa de atenção no alto, e encontra um dispositivo por posição, apelido, número de série ou estado. Serve a quem está no telhado; seu endereço é `/mobile/station/layout?stationId=` e o identificador da usina.",
  ],
  sections: [
    {
      heading: "Instalar o aplicativo",
      blocks: [
        "O código QR da página de login leva a **Obter o aplicativo**. Ali o navegador instala o console deste mesmo servidor: janela e ícone próprios, sem loja. É preciso um endereço com https.",
        "O aplicativo não guarda dados de usinas no aparelho. Sem conexão, ele avisa, e abre de novo sozinho quando ela volta. Depois de fechado, você entra de novo.",
      ],
    },
    {
      heading: "Ler e imprimir",
      blocks: [
        "**Informações do produto** reúne ficha técnica, brochura, soluções e o folheto dobrado; cada um deles, e este manual, pode ser impresso.",
      ],
    },
  ],
};
