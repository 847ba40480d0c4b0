import { expect, it } from "vitest";
import { quote, refuse, tellRefusals } from "./refusals.ts";

const refusals = { ...refuse({ name: "needed" }), ...quote({ phone: "Taken already." }, "en") };

it("tells what is wrong in the language on screen, and no sentence of another one [R1.13]", () => {
  expect(tellRefusals(refusals, "en", (kind) => `en: ${kind}`)).toEqual({
    name: "en: needed",
    phone: "Taken already.",
  });
  expect(tellRefusals(refusals, "th", (kind) => `th: ${kind}`)).toEqual({ name: "th: needed" });
});
