import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  plantEditor: {
    search: "按坐标搜索",
    searchHint: "例如 31.2, 121.5 或 31°12′N 121°30′E，也可点击地图或拖动标记。",
    apply: "在地图上显示",
    clearLocation: "清除位置",
    noCoordinates: "没有坐标数据",
    formatError: "格式错误。请输入纬度和经度，例如 31.2, 121.5。",
    swapped: "格式错误。请先输入纬度，例如 31.2, 121.5。",
    map: "选择位置的地图",
    setMarker: "放置标记",
    showMarker: "显示标记",
    marker: "位置 {{latitude}}, {{longitude}}",
    markerHint: "使用方向键移动，按住 Shift 可微调。",
    overlap: "该时段与前面的时段重叠",
    overlapping: "重叠：{{times}}",
    notPriced: "未定价：{{times}}",
    covered: "全天均已定价。",
    noPrice: "未定价",
    previewTitle: "变更内容",
    previewFrom: "自 {{day}} 起：",
    previewUntil: "自 {{day}} 起，至下一电价 {{until}} 生效为止：",
    previewReplaces: "将替换 {{day}} 起生效的电价。",
    previewSame: "{{day}} 已适用该电价，没有变化。",
    previewPast: "{{day}} 之前的日期电价保持不变，过去的收益不会重新计算。",
    otherZone:
      "该坐标所在时区为 {{zone}}，而电站时区为 {{timeZone}}。请核对：时区错误会使每日统计和功率曲线错位。",
    useZone: "使用 {{zone}}",
    useZoneAndCurrency: "使用 {{zone}} 和 {{currency}}",
  },
};
