export const texts = {
  unplacedPage: {
    text: "Por que faltam dados de uma unidade: envios rejeitados e envios que aguardam o que lhes falta. De cada gateway são listados os últimos 1.000 envios rejeitados.",
    state: "Status",
    pending: "Pendente",
    rejected: "Rejeitado",
    gateway: "Gateway",
    none: "Nenhum envio rejeitado ou pendente",
    noneText: "Todos os envios desta usina foram aceitos.",
    units: "Linhas",
    whole: "Todas",
    some: "Algumas",
  },
};
