import { faultTexts } from "@heliograph/contract/fault-texts/th";
import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  faultGuide: { cause: "สาเหตุ", effect: "สิ่งที่เกิดขึ้นตอนนี้", remedy: "สิ่งที่ต้องทำ" },
  faults: faultTexts,
};
