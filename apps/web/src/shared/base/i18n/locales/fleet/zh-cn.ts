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
  },
};
