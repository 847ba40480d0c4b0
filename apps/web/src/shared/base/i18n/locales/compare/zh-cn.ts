import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  compare: {
    intro: "按每 kWp 装机容量的发电量对比不同规模的电站。",
    period: "对比时段",
    ranking: "排名",
    median: "中位数",
    rank: "名次",
    yield: "等效小时",
    difference: "与中位数相比",
    days: "有数据天数",
    daysOf: "{{count}} / {{total}}",
    remove: "移除",
    removeNamed: "从对比中移除 {{name}}",
    hidden: "电站设置为不可见",
    noData: "无数据",
    notShown_one: "有 {{figure}} 座电站未显示：电站不存在，或您无权查看。",
    notShown_other: "有 {{figure}} 座电站未显示：电站不存在，或您无权查看。",
    none: "未选择电站",
    noneText: "请在电站列表中选择电站，然后点击“对比”。",
    choose: "前往电站列表",
  },
};
