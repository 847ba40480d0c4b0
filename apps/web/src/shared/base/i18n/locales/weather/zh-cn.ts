import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  weather: {
    irradiance: "辐照度",
    temperature: "环境温度",
    highest: "最高 {{value}}",
    label: "{{day}} 的辐照度和环境温度",
  },
  placeNote: {
    missing: "没有坐标数据：无法推算理论功率和日出时间。",
    contradiction:
      "坐标与时区不一致：按 {{timeZone}} 时间，太阳在 {{time}} 最高，每日统计和功率曲线因此错位。",
    zone: "该坐标所在时区为 {{zone}}。",
    edit: "编辑位置",
  },
};
