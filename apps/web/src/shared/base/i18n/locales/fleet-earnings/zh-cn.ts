import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  fleetEarnings: {
    intro: "按币种汇总您可查看收益的全部电站，日期以各电站当地日历为准。",
    byCurrency: "按币种统计收益",
    plants_one: "{{count, number}} 座电站",
    plants_other: "{{count, number}} 座电站",
    chart: "收益（{{currency}}）",
    plantList: "以 {{currency}} 结算的电站",
    noMatch: "没有以 {{currency}} 结算的电站符合条件",
    perKwp: "每 kWp 收益",
    share: "占比",
    none: "没有可查看收益的电站",
    noneText: "已设置电价的电站上报发电量后，收益将显示在此处。",
    emptyText: "电站上报发电量后，收益将显示在此处。",
    exportText: "导出所有币种的电站，每座电站一行：各时段收益、发电量和未定价电量。",
    all: "全部电站",
    change: "较上期",
    compared: "对比 {{plants}}中的 {{compared, number}} 座，即上期起已有数据的电站",
    setPriceOf: "设置 {{name}} 的电价",
    unpriced_one: "{{count, number}} 座电站有 {{energy}} 电量未设置电价，不产生收益。",
    unpriced_other: "{{count, number}} 座电站有 {{energy}} 电量未设置电价，不产生收益。",
    showUnpriced: "在列表中优先显示",
  },
};
