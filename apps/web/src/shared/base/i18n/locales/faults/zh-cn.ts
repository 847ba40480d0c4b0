import { faultTexts } from "@heliograph/contract/fault-texts/zh-cn";
import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  faultGuide: { cause: "原因", effect: "当前影响", remedy: "处理建议" },
  reason: {
    ofUnit: "{{unit}}：{{name}}，自 {{time}} 起",
    since: "{{name}}，自 {{time}} 起",
    more_one: "另有 {{count}} 条",
    more_other: "另有 {{count}} 条",
  },
  faults: faultTexts,
};
