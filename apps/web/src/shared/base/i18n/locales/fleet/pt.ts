import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  fleet: {
    allPlants: "Todas as usinas",
    localDay: "dia local de cada usina",
    last24h: "Últimas 24 h",
    openAlarms: "Alarmes não resolvidos",
    noAlarms: "nenhum",
    deviceAlarms: "Dispositivos {{figure}}",
    thresholdAlarms: "Limites {{figure}}",
    noPermission: "Sua função não inclui alarmes",
    without_one: "sem {{figure}} usina que oculta este dado de você",
    without_other: "sem {{figure}} usinas que ocultam este dado de você",
    trend: "Energia dos últimos 30 dias",
    trendLabel: "Energia dos últimos 30 dias, {{energy}} no total",
    energy: "Energia",
    expected: {
      irradiance: "Esperada pela irradiância medida",
      "clear-sky": "Esperada com céu limpo",
      mixed: "Esperada por irradiância ou céu limpo",
      none: "Esperada",
    },
    shareOf: {
      irradiance: "{{share}} do esperado (irradiância medida)",
      "clear-sky": "{{share}} do céu limpo",
      mixed: "{{share}} do esperado (irradiância ou céu limpo)",
    },
    expectedTip:
      "Linha tracejada: energia esperada nas horas com dados. Céu limpo: como se não houvesse nuvens.",
    share: "Proporção nas mesmas horas",
    noData: "sem dados",
    withData_one: "{{figure}} usina com dados",
    withData_other: "{{figure}} usinas com dados",
    noTrend: "Nenhum dia completo ainda",
    noTrendText: "Um dia aparece aqui quando termina para todas as suas usinas.",
    losses: "Maiores perdas",
    yesterday: "Ontem",
    week: "7 dias",
    noLosses: "Nenhuma usina abaixo do esperado",
    noLossesText: "Usinas com coordenadas são comparadas com a energia esperada nas horas com dados.",
  },
};
