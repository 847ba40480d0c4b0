import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  compare: {
    intro: "Energia por kWp de capacidade instalada em um período: usinas de portes diferentes, lado a lado.",
    period: "Período da comparação",
    ranking: "Classificação",
    median: "Mediana",
    rank: "Posição",
    yield: "Rendimento específico",
    difference: "vs. mediana",
    days: "Dias com dados",
    daysOf: "{{count}} de {{total}}",
    remove: "Remover",
    removeNamed: "Remover {{name}} da comparação",
    hidden: "oculto pelas configurações da usina",
    noData: "sem dados",
    notShown_one: "{{figure}} usina não é exibida: ela não existe ou você não tem acesso a ela.",
    notShown_other: "{{figure}} usinas não são exibidas: elas não existem ou você não tem acesso a elas.",
    none: "Nenhuma usina selecionada",
    noneText: "Selecione usinas na lista e escolha Comparar.",
    choose: "Ir para a lista de usinas",
  },
};
