import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  apiKeys: {
    intro: "程序（脚本、看板、Prometheus）使用密钥而非密码读取您的电站数据。密钥不能修改任何内容。",
    add: "创建密钥",
    none: "暂无 API 密钥",
    noneText: "您创建的密钥将显示在此处。",
    column: {
      name: "名称",
      state: "状态",
      key: "密钥",
      rights: "权限",
      plants: "电站",
      expiresAt: "到期时间",
      lastUsedAt: "最近使用",
      actions: "操作",
    },
    state: {
      active: "有效",
      expired: "已过期",
      revoked: "已撤销",
    },
    plantsOf: {
      all: "全部电站",
      chosen: "所选电站",
    },
    permission: {
      station: "查看电站",
      device: "查看设备",
      alarm: "查看告警",
    },
    form: {
      name: "名称",
      nameHint: "使用该密钥的程序，例如 Grafana",
      rights: "权限",
      rightsHint: "密钥的权限不会超出您的账号。",
      plants: "电站",
      chosen: "所选电站",
      days: "有效期（天，1–366）",
      expires: "到期时间：{{at}}。",
      mqtt: "通过 MQTT 订阅（Home Assistant）",
      mqttHint: "Home Assistant 将电站显示为设备：功率、发电量、状态。需要“查看电站”权限，最多 50 个电站。",
      mqttHintAlarms:
        "Home Assistant 将电站显示为设备：功率、发电量、状态、未恢复告警数。需要“查看电站”权限，最多 50 个电站。",
    },
    mqtt: {
      title: "连接 Home Assistant（MQTT）",
      text: "启用“通过 MQTT 订阅”的密钥在此接收其电站的数据，其他密钥会被拒绝。",
      address: "地址",
      user: "用户名",
      anyUser: "任意",
      password: "密码",
      itsKey: "密钥",
      topics: "主题",
      example: "Mosquitto 桥接配置",
      bridgeText:
        "将文件保存到 Mosquitto 的配置目录，并将 {{placeholder}} 替换为您的密钥。创建新密钥时会自动填入。",
    },
    keyTitle: "密钥 {{name}}",
    key: "API 密钥",
    keyText: "请妥善保存此密钥，仅在此时显示，到期时间：{{at}}。",
    firstCall: "调用示例",
    codeCopied: "已复制。",
    copy: "复制",
    copied: "密钥已复制。",
    done: "完成",
    revoke: "撤销",
    revokeTitle: "撤销 {{name}}？",
    revokeText: "使用此密钥的程序将立即失去访问权限，且无法恢复。",
  },
};
