import type { Texts } from "../../texts.ts";
import type { texts as en } from "./en.ts";

export const texts: Texts<typeof en> = {
  agreement: {
    parts: "手册与协议",
    manual: "用户手册",
    agreement: "用户协议",
    lead: "屏幕上有什么、代表什么、怎么用。本手册描述的就是您正在使用的版本。",
    contents: "目录",
    version: "第 {{version}} 版，{{day}}",
  },
};
