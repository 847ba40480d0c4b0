import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  listViews: {
    views: "视图",
    isDefault: "默认",
    saveView: "保存视图",
    manageViews: "管理视图",
    viewName: "视图名称",
    viewHint: "保存搜索、筛选、排序、列和显示方式。",
    viewReplaced: "将替换同名视图。",
    openFirst: "默认打开",
    openViewFirst: "默认打开 {{name}}",
    save: "保存",
    viewSaved: "视图“{{name}}”已保存。",
    renameView: "重命名视图 {{name}}",
    rename: "重命名",
    deleteView: "删除",
    deleteNamed: "删除视图 {{name}}",
    deleteViewTitle: "删除视图 {{name}}？",
    deleteViewText: "仅删除该视图。",
    viewActions: "操作",
    noViews: "没有已保存的视图",
  },
};
