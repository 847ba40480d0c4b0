import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  holds: {
    intro: "已关断、关断中或复位中的电站及其持有人。只有持有人可以复位电站。",
    none: "没有电站被关断",
    noneText: "有人关断电站后，该电站会立即显示在此处。",
    more_one: "另有 {{count}} 个电站未列出，请从电站列表中打开。",
    more_other: "另有 {{count}} 个电站未列出，请从电站列表中打开。",
    mine: "{{name}}（您）",
    dark_one: "{{count}} 个无光照",
    dark_other: "{{count}} 个无光照",
    column: {
      plant: "电站",
      state: "状态",
      holder: "持有人",
      since: "开始时间",
      proven: "已确认",
      marks: "保持关断标记",
    },
  },
  records: {
    title: "记录文件",
    text: "每次关断和复位均生成签名文件：由谁操作、下发了什么、每个设备测得什么。",
    none: "首次关断或复位后，此处会生成记录。",
    shutdown: "关断",
    reset: "复位",
    result: "已确认 {{proven}}/{{units}}，无光照 {{dark}}",
    never: "未全部确认",
    after: "{{seconds}} 秒后全部确认",
    save: "保存 {{at}} 的 {{format}}",
    saveLedger: "保存台账",
    verify: "校验文件",
    key: "本系统的公钥：",
    otherKey: "有效，但由其他系统签名：{{key}}",
    valid_one: "有效：{{count}} 条记录，签名与链条一致",
    valid_other: "有效：{{count}} 条记录，签名与链条一致",
    broken: {
      chain: "第 {{number}} 条记录被更改，或其之前的记录缺失",
      signature: "签名与内容不符",
      format: "该文件不是记录或台账",
    },
  },
};
