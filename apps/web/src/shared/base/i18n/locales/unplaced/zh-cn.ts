export const texts = {
  unplacedPage: {
    text: "设备缺少数据的原因：被拒绝的上报，以及等待所缺信息的上报。每个网关列出最近 1,000 条被拒绝的上报。",
    state: "状态",
    pending: "待处理",
    rejected: "已拒绝",
    gateway: "网关",
    none: "没有被拒绝或待处理的上报",
    noneText: "此电站的上报均已接收。",
    units: "行数",
    whole: "全部",
    some: "部分",
  },
};
