import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Início",
  blocks: [
    "O início responde a duas perguntas: está tudo bem e, se não, onde?",
    {
      picture: "home",
      alt: "Início: número de usinas por estado, quadros com potência e energia de todas as usinas e a lista de usinas",
    },
  ],
  sections: [
    {
      heading: "Usinas por status",
      blocks: [
        "No alto está quantas usinas você vê e quantas há em cada estado. Um clique num estado mostra só essas usinas; outro clique mostra todas de novo.",
        {
          terms: [
            ["Normal", "Os envios chegam e nada está errado. À noite: normal (em repouso)."],
            ["Atenção", "Um dispositivo informa algo que deve ser visto."],
            ["Alarme", "Um valor passou de um limite."],
            ["Falha", "Um dispositivo falhou."],
            ["Offline", "Nenhum gateway da usina foi ouvido por três intervalos de envio."],
            ["Aguardando gateway", "Nenhum gateway da usina enviou dados ainda."],
            ["Desativada", "A usina foi desligada por comando."],
          ],
        },
      ],
    },
    {
      heading: "Totais",
      blocks: [
        "Os quadros mostram a potência agora e a energia de hoje, do mês, do ano e total de todas as usinas que você vê. Números grandes são abreviados (kWh, MWh, GWh); pare o ponteiro sobre um para ler o valor exato. Cada número é um link para a lista por trás dele: as usinas na ordem desse número ou os alarmes não resolvidos.",
        "A energia de hoje é a do dia local de cada usina, que termina à meia-noite do seu fuso horário; as últimas 24 horas são as mesmas horas para todas. Usinas que ocultam um valor de você não entram na soma, e o quadro informa quantas são.",
      ],
    },
    {
      heading: "A lista de usinas",
      blocks: [
        "Um clique numa usina a abre; um clique no título de uma coluna ordena por ela. A busca encontra nomes e números. Potência e estado mudam sozinhos conforme chegam os envios. O que você escolheu está no endereço: um link copiado mostra a mesma lista.",
      ],
    },
  ],
};
