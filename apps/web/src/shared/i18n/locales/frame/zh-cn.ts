import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  menu: { home: "电站", control: "数据", account: "账号", system: "系统" },
  account: {
    label: "账号 {{name}}",
    signOut: "退出登录",
    signOutTitle: "确定退出登录？",
    signOutText: "此浏览器中共用本次登录的所有标签页都会退出。",
  },
  frame: {
    look: "主题与密度",
    offline: "网络已断开。当前显示的是断开前的内容，恢复连接后会自动更新。",
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
  palette: {
    title: "搜索控制台",
    button: "电站、序列号、页面…",
    hint: "电站名称、编号、序列号或页面",
    pages: "页面",
    plants: "电站",
    devices: "设备",
    found: "搜索结果",
    none: "没有匹配项",
    busy: "正在搜索…",
  },
};
