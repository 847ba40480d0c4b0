import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  register: {
    text: "拥有自己的账号，即可查看您的电站及其设备。",
    invited: "您受邀加入 {{company}}。设置密码即可加入。",
    invitationOver: "不使用邀请注册",
    userName: "您的姓名",
    companyName: "公司",
    companyHint: "个人注册请留空",
    agreementNeeded: "请先同意用户协议",
    submit: "注册",
    busy: "正在注册…",
    failed: "注册失败",
    haveAccount: "使用已有账号登录",
  },
  forgot: {
    text: "验证码用于证明账号属于您。该账号的所有会话都将结束。",
    submit: "设置新密码",
    busy: "正在设置密码…",
    back: "返回登录",
  },
  code: {
    target: "邮箱或电话",
    label: "验证码",
    hint: "6 位数字，10 分钟内有效",
    send: "发送验证码",
    sending: "正在发送…",
    again: "{{seconds}} 秒后可重发",
    targetNeeded: "请输入邮箱或电话号码",
    email: "请输入正确的邮箱",
    phone: "请输入正确的电话号码",
    needed: "请输入验证码",
    wrong: "验证码为 6 位数字",
  },
  chosen: {
    password: "新密码",
    passwordHint: "6 至 16 个字符",
    confirm: "再次输入新密码",
    length: "密码须为 6 至 16 个字符",
    same: "两次输入的密码不一致",
    nameNeeded: "请输入您的姓名",
  },
};
