import { faultTexts } from "@heliograph/contract/fault-texts/en";

export const texts = {
  faultGuide: { cause: "Cause", effect: "What happens now", remedy: "What to do" },
  faults: faultTexts,
};
