import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  unitCurve: {
    title: "Curva do dia",
    day: "Dia",
    measure: "Grandeza",
    none: "Sem dados neste dia",
    noneText: "Os valores aparecem aqui quando o dispositivo enviar dados.",
    power: "Potência",
    voltage: "Tensão",
    current: "Corrente",
    temperature: "Temperatura",
    peak: "Máximo de {{value}} às {{time}}",
    implausible: "Energia implausível desconsiderada: {{value}}",
    input: "Entrada",
    output: "Saída",
    silent: "Sem comunicação. Estes são os últimos valores, de {{time}}.",
    asleep: "Em repouso: o sol está baixo demais. Estes são os últimos valores, de {{time}}.",
    lastReport: "Sem comunicação. Última comunicação: {{time}}.",
    neverReported: "Este dispositivo ainda não enviou dados.",
    noValues: "Em repouso: o sol está baixo demais. Os valores aparecem após o nascer do sol.",
  },
};
