import type { FaultText } from "../fault-text.ts";
import type { SecurityFaultName } from "../faults.ts";

export const securityTexts: Readonly<Record<SecurityFaultName, FaultText>> = {
  logChainBroken: {
    name: "日志链损坏",
    cause: "日志中有记录缺失或与封存时不符：数据库被改动，或恢复了较早的备份。",
    effect: "从该记录起，日志不再可靠。",
    remedy: "查明谁有数据库的访问权限，保存一份副本，并与最近的备份比较。",
  },
  rootReset: {
    name: "ROOT 密码被重置",
    cause: "有人在服务器终端重置了 ROOT 账号的密码。",
    effect: "原密码已失效。",
    remedy: "如果不是管理员所为，说明有他人可以访问服务器：请更换服务器凭据并检查其用户。",
  },
  manySignInFailures: {
    name: "多次登录失败",
    cause: "短时间内有大量密码或验证码错误的登录被拒绝。",
    effect: "后续尝试会被延迟，这些尝试均未获得访问权限。",
    remedy: "在日志中查看来源地址，如果持续出现，请在防火墙中封禁。启用两步验证的账号受到保护。",
  },
  sessionReplay: {
    name: "登录令牌被重复使用",
    cause: "已经使用过的令牌再次出现，可能被他人复制。",
    effect: "该会话已结束，用户需要重新登录。",
    remedy: "向用户核实。如果无法解释，请修改密码并检查其电脑是否有恶意软件。",
  },
  claimLocked: {
    name: "网关认领被锁定",
    cause: "对该序列号多次输入了错误的注册码。",
    effect: "一小时内无法认领该网关。",
    remedy: "与网关标签上的注册码核对。如果没有人在安装该网关，请留意后续尝试。",
  },
  duplicateGateway: {
    name: "网关身份重复",
    cause: "两个连接使用同一网关的凭据互相挤掉：凭据被复制，或两台设备配置相同。",
    effect: "该电站的数据和指令不可靠。",
    remedy: "找到另一台设备并关闭，然后重新认领网关以获得新密钥。",
  },
  reportNumberReused: {
    name: "报告编号重复",
    cause: "网关用已使用的编号发送了不同内容：其存储被恢复，或有人冒用其身份发送数据。",
    effect: "以第一份报告为准，第二份作为证据保留。",
    remedy: "确认网关是否被复位或更换。如果没有，请重新认领网关以获得新密钥。",
  },
  otherPlantUnits: {
    name: "上报了其他电站的设备",
    cause: "网关上报了属于其他电站或公司的设备。",
    effect: "这些设备的数据被拒绝，设备仍属于原电站。",
    remedy: "核对序列号。如果设备确实已迁移，请先从原电站移除。",
  },
  tooManyUnits: {
    name: "网关设备过多",
    cause: "网关声明的设备数量超过一台网关的上限。",
    effect: "超出上限的设备不会被接纳。",
    remedy: "检查网关配置，并将设备分配到多台网关。",
  },
  wrongSessionReply: {
    name: "回复来自错误的会话",
    cause: "对指令的回复来自网关当前会话以外的会话，或重复了先前会话的最终回复。",
    effect: "该回复被忽略，不改变任何状态。",
    remedy: "检查有哪些工具以该网关身份连接。如果没有，请重新认领网关以获得新密钥。",
  },
};
