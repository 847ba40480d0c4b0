import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  brand: { cloud: "Heliograph 云" },
  title: {
    login: "登录",
    home: "首页",
    station: "电站概览",
    addStation: "新增电站",
    noPermission: "无权限",
    notFound: "页面不存在",
  },
  action: {
    cancel: "取消",
    close: "关闭",
    retry: "重试",
    reload: "重新加载",
    signIn: "登录",
    toHome: "返回首页",
    toLogin: "前往登录",
  },
  login: {
    claim: "每一块组件，\n每一分钟。",
    title: "登录",
    account: "邮箱或手机号",
    password: "密码",
    accountNeeded: "请输入邮箱或手机号",
    passwordNeeded: "请输入密码",
    busy: "正在登录…",
    public: "浏览公开电站",
  },
  session: {
    overTitle: "当前页面已失效",
    overText: "登录状态已失效，请重新登录。登录后将回到此页面。",
    signInAgain: "重新登录",
  },
  language: { label: "语言：{{name}}" },
  theme: { label: "主题", system: "跟随系统", light: "浅色", dark: "深色" },
  error: { unreachable: "无法连接服务器，请检查网络。" },
  state: {
    failed: "加载失败",
    failedText: "服务器没有正常响应。",
    broken: "页面出现问题",
    brokenText: "重新加载通常可以解决。",
  },
  noPermission: { title: "无权访问此页面", text: "您的账号没有此页面的权限，请联系管理员。" },
  notFound: { title: "这里什么也没有", text: "页面已移动，或地址有误。" },
};
