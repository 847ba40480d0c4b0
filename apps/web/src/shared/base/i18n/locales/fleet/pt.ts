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
  },
};
