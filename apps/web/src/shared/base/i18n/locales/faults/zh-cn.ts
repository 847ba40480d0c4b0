import { faultTexts } from "@heliograph/contract/fault-texts/zh-cn";
import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  faultGuide: { cause: "原因", effect: "当前影响", remedy: "处理建议" },
  faults: faultTexts,
};
