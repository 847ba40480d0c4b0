import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  fleet: {
    allPlants: "全部电站",
    localDay: "按各电站当地日期统计",
    last24h: "近 24 小时",
    openAlarms: "未解决告警",
    noAlarms: "无",
    deviceAlarms: "设备 {{figure}}",
    thresholdAlarms: "阈值 {{figure}}",
    noPermission: "您的角色没有告警权限",
    without_one: "不含 {{figure}} 座未对您公开的电站",
    without_other: "不含 {{figure}} 座未对您公开的电站",
    trend: "近 30 天发电量",
    trendLabel: "近 30 天发电量，合计 {{energy}}",
    energy: "发电量",
    expected: {
      irradiance: "按实测辐照度的预期发电量",
      "clear-sky": "晴空预期发电量",
      mixed: "预期发电量（辐照度或晴空）",
      none: "预期发电量",
    },
    shareOf: {
      irradiance: "预期的 {{share}}（实测辐照度）",
      "clear-sky": "晴空的 {{share}}",
      mixed: "预期的 {{share}}（辐照度或晴空）",
    },
    expectedTip: "虚线：有数据时段的预期发电量。晴空：假设无云。",
    share: "同时段占比",
    noData: "无数据",
    withData_one: "{{figure}} 座电站有数据",
    withData_other: "{{figure}} 座电站有数据",
    noTrend: "还没有完整的一天",
    noTrendText: "某天对所有电站都结束后会显示在这里。",
    losses: "损失最大的电站",
    yesterday: "昨天",
    week: "7 天",
    noLosses: "没有低于预期的电站",
    noLossesText: "有坐标的电站按有数据的时段与预期发电量比较。",
  },
};
