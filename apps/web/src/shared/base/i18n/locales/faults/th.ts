import { faultTexts } from "@heliograph/contract/fault-texts/th";
import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  faultGuide: { cause: "สาเหตุ", effect: "สิ่งที่เกิดขึ้นตอนนี้", remedy: "สิ่งที่ต้องทำ" },
  reason: {
    ofUnit: "{{unit}}: {{name}} ตั้งแต่ {{time}}",
    since: "{{name}} ตั้งแต่ {{time}}",
    more_one: "อีก {{count}} รายการ",
    more_other: "อีก {{count}} รายการ",
  },
  faults: faultTexts,
};
