import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  weather: {
    irradiance: "Irradiância",
    temperature: "Temperatura do ar",
    highest: "até {{value}}",
    label: "Irradiância e temperatura do ar em {{day}}",
  },
};
