import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  unitCurve: {
    title: "日曲线",
    day: "日期",
    measure: "数值",
    none: "当天没有数据",
    noneText: "设备上报后，数据会显示在这里。",
    power: "功率",
    voltage: "电压",
    current: "电流",
    temperature: "温度",
    peak: "最高 {{value}}，{{time}}",
    implausible: "已剔除异常电量：{{value}}",
    input: "输入",
    output: "输出",
    silent: "设备未上报，以下为 {{time}} 的最后数据。",
    asleep: "太阳高度过低，设备休眠中。以下为 {{time}} 的最后数据。",
    lastReport: "设备未上报数据，最后一次上报时间：{{time}}。",
    neverReported: "该设备尚未上报数据。",
    noValues: "太阳高度过低，设备休眠中。日出后将显示数据。",
  },
};
