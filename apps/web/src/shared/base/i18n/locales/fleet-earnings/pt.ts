import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  fleetEarnings: {
    intro:
      "Todas as usinas que mostram a receita a você, por moeda. Os dias são os do calendário de cada usina.",
    byCurrency: "Receita por moeda",
    plants_one: "{{count, number}} usina",
    plants_other: "{{count, number}} usinas",
    chart: "Receita em {{currency}}",
    plantList: "Usinas em {{currency}}",
    noMatch: "Nenhuma usina em {{currency}} corresponde",
    perKwp: "Por kWp",
    share: "Participação",
    none: "Nenhuma usina com receita",
    noneText: "A receita aparece aqui quando uma usina com preço envia energia.",
    emptyText: "A receita aparece aqui quando as usinas enviam energia.",
    exportText:
      "Exporta uma linha por usina de todas as moedas, com receita por período, energia e energia sem preço.",
    all: "Todas as usinas",
    change: "Variação",
    compared: "Comparação de {{compared, number}} de {{plants}}, as que têm dados desde então",
    setPriceOf: "Definir preço de {{name}}",
    unpriced_one: "{{count, number}} usina tem {{energy}} sem preço, que não geram receita.",
    unpriced_other: "{{count, number}} usinas têm {{energy}} sem preço, que não geram receita.",
    showUnpriced: "Mostrar primeiro na lista",
  },
};
