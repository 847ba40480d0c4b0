import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  weather: {
    irradiance: "ความเข้มรังสีอาทิตย์",
    temperature: "อุณหภูมิอากาศ",
    highest: "สูงสุด {{value}}",
    label: "ความเข้มรังสีอาทิตย์และอุณหภูมิอากาศวันที่ {{day}}",
  },
};
