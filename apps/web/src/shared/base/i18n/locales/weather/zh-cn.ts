import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  weather: {
    irradiance: "辐照度",
    temperature: "环境温度",
    highest: "最高 {{value}}",
    label: "{{day}} 的辐照度和环境温度",
  },
};
