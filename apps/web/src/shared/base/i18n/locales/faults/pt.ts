import { faultTexts } from "@heliograph/contract/fault-texts/pt";
import type { Texts } from "../../texts.ts";
import type { texts as english } from "./en.ts";

export const texts: Texts<typeof english> = {
  faultGuide: { cause: "Causa", effect: "O que acontece agora", remedy: "O que fazer" },
  reason: {
    ofUnit: "{{unit}}: {{name}} desde {{time}}",
    since: "{{name}} desde {{time}}",
    more_one: "mais {{count}}",
    more_other: "mais {{count}}",
  },
  faults: faultTexts,
};
