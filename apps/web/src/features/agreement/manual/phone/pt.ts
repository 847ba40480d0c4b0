import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "No celular e como aplicativo",
  blocks: [
    "Depois do login, o celular mostra a **lista de usinas** com status e motivo, potência, energia de hoje e alarmes; as que precisam de atenção vêm primeiro. Busque, filtre por status, empresa, país ou etiqueta, ordene por nome, potência, energia ou alarmes e toque numa usina para abrir sua página de celular. O console em si é feito para telas largas: no celular, ele abre com **Versão para computador**, no menu da conta ou no fim da página. O navegador guarda essa escolha, e **Versão para celular**, no alto do console, leva de volta.",
    { picture: "phone", alt: "Uma usina no celular: potência agora e seus dispositivos, string por string" },
    "A **página de celular** de uma usina mostra status, potência e energia, a curva de cada dia, os alarmes abertos com o que fazer, os contatos e cada dispositivo com valores ao vivo, com o que precisa de atenção no alto. O **telhado** mostra cada módulo na cor de um valor em qualquer momento de um dia: toque em um módulo para ver valores e curva, mova e amplie com dois dedos ou abra em tela cheia. A página encontra um dispositivo por posição, apelido, número de série ou estado. Serve a quem está no telhado; seu endereço é `/mobile/station/layout?stationId=` e o identificador da usina. Instaladores encontram ali **Adicionar ou substituir dispositivos** e **Módulos no telhado**, onde cada módulo recebe sua unidade: leia a etiqueta, digite o número de série ou selecione na lista; em seguida vem o próximo módulo sem unidade.",
    "O **desligamento rápido** na página de celular desliga a usina. O link **Simulados, comprovantes e livro de registros** e, enquanto a usina está desligada, **Ir para o religamento** abrem a mesma página que a aba Segurança do console: o que um desligamento abriria, religamento com o nome da usina e a sua senha, responsável e marcações, ignição, simulados, comprovantes e livro de registros. Um dispositivo aberto separadamente é fechado na própria página. **Desligamentos**, no menu da conta, lista todas as usinas desligadas.",
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
