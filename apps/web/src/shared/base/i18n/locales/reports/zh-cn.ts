import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  reports: {
    plantIntro: "以 PDF 或 Excel 文件导出某天、某月或某年的发电量、收益、告警和校正记录。",
    fleetIntro: "以 PDF 或 Excel 文件导出某天、某月或某年的电站汇总和排名。",
    create: "生成报告",
    createTitle: "生成多电站报告",
    createTitleOf: "生成 {{name}} 的报告",
    kind: "报告类型",
    period: "统计周期",
    plants: "电站",
    allPlants: "全部电站",
    tagged: "标签为“{{tag}}”的电站",
    format: "格式",
    language: "语言",
    started: "报告正在生成，完成后自动下载。",
    recent: "最近的报告",
    none: "暂无报告",
    noneText: "您生成的报告在此保留七天。",
    download: "下载",
    kinds: {
      day: "日报",
      month: "月报",
      year: "年报",
    },
    pdf: "PDF 文件",
    state: {
      queued: "等待中",
      running: "生成中",
      done: "已完成",
      failed: "失败",
      cancelled: "已取消",
    },
  },
};
