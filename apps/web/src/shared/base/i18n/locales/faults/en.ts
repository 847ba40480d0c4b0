import { faultTexts } from "@heliograph/contract/fault-texts/en";

export const texts = {
  faultGuide: { cause: "Cause", effect: "What happens now", remedy: "What to do" },
  reason: {
    ofUnit: "{{unit}}: {{name}} since {{time}}",
    since: "{{name}} since {{time}}",
    more_one: "{{count}} more",
    more_other: "{{count}} more",
  },
  faults: faultTexts,
};
