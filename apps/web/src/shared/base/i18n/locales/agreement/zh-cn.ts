import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  agreement: {
    parts: "手册与协议",
    manual: "用户手册",
    agreement: "用户协议",
    lead: "控制台的使用方法和各项数值的含义。本手册描述的就是您正在使用的版本。",
    contents: "目录",
    version: "第 {{version}} 版，{{day}}",
  },
};
