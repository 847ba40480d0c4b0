import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  weather: {
    irradiance: "Irradiância",
    temperature: "Temperatura do ar",
    highest: "até {{value}}",
    label: "Irradiância e temperatura do ar em {{day}}",
  },
  placeNote: {
    missing: "Sem dados de coordenadas: potência esperada e nascer do sol não são conhecidos.",
    contradiction:
      "Coordenadas e fuso horário se contradizem: em {{timeZone}} o sol está mais alto às {{time}}. Dias e curvas de potência ficam deslocados.",
    zone: "Nestas coordenadas o fuso é {{zone}}.",
    edit: "Editar local",
  },
};
