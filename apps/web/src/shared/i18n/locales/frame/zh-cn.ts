import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  menu: { home: "电站" },
  account: {
    label: "账号 {{name}}",
    signOut: "退出登录",
    signOutTitle: "确定退出登录？",
    signOutText: "此浏览器中共用本次登录的所有标签页都会退出。",
  },
  frame: {
    path: "路径",
    home: "首页",
    pages: "本区域的页面",
    tabs: "已打开的页面",
    fold: "收起菜单",
    closeTab: "关闭{{name}}",
    unsaved: "尚未保存",
    unsavedTitle: "关闭“{{name}}”？",
    unsavedText: "该页填写的内容尚未保存，关闭后将丢失。",
    closeAnyway: "关闭",
    skip: "跳到页面内容",
    areas: "功能区",
    alarms: "未解决告警：{{count}}",
    notLive: "实时连接已中断，正在恢复。数值可能不是最新的。",
  },
};
