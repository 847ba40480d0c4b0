import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  reports: {
    plantIntro: "Energia, receita, alarmes e correções de um dia, mês ou ano, em arquivo PDF ou Excel.",
    fleetIntro: "Totais e classificação das suas usinas em um dia, mês ou ano, em arquivo PDF ou Excel.",
    create: "Gerar relatório",
    createTitle: "Gerar relatório de várias usinas",
    createTitleOf: "Gerar relatório de {{name}}",
    kind: "Relatório",
    period: "Período",
    plants: "Usinas",
    allPlants: "Todas as usinas",
    tagged: "Usinas com a etiqueta {{tag}}",
    format: "Formato",
    language: "Idioma",
    started: "O relatório está sendo gerado. Ele será baixado quando estiver pronto.",
    recent: "Relatórios recentes",
    none: "Nenhum relatório ainda",
    noneText: "Os relatórios que você gera aparecem aqui por sete dias.",
    download: "Baixar",
    kinds: {
      day: "Diário",
      month: "Mensal",
      year: "Anual",
    },
    pdf: "Arquivo PDF",
    state: {
      queued: "Na fila",
      running: "Em andamento",
      done: "Pronto",
      failed: "Falhou",
      cancelled: "Cancelado",
    },
  },
};
