import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  table: {
    columns: "列",
    columnsReset: "恢复默认",
    range: "第 {{from}}–{{to}} 条，共 {{total}} 条",
    pages: "分页",
    page: "第 {{page}} 页",
    previous: "上一页",
    next: "下一页",
    pageSize: "每页条数",
    perPage: "每页 {{size}} 条",
    choose: "选择 {{name}}",
    chooseAll: "选择本页全部",
    chosen_one: "已选 {{figure}} 项",
    chosen_other: "已选 {{figure}} 项",
    clearChosen: "取消选择",
    noneFits: "没有符合条件的内容",
    noneFitsText: "请换一个关键词，或减少筛选条件。",
    showAll: "显示全部",
    pastEnd: "列表没有这么多页",
    toFirst: "回到第一页",
  },
  refused: { title: "没有权限查看此部分", text: "您的账号无权查看，请联系管理员。" },
  asking: {
    wrong: "内容有误",
    confirm: "确定",
    leaveTitle: "不保存就离开？",
    leaveText: "您输入的内容尚未保存，离开后将丢失。",
    leave: "离开",
  },
};
