import { expect, it } from "vitest";
import type { FieldErrors } from "./field-errors.ts";
import { mapErrors, placeSentences, sayErrors } from "./field-errors.ts";

const errors: FieldErrors = {
  name: { messageKey: "chosen.nameNeeded" },
  ...mapErrors({ phone: "Taken already." }, (sentence) => ({ sentence, language: "en" })),
};

it("says what is wrong in the language on screen, and no sentence of another one [R1.13]", () => {
  expect(sayErrors(errors, "en", (_, path) => `en: ${path}`)).toEqual({
    name: "en: name",
    phone: "Taken already.",
  });
  expect(sayErrors(errors, "th", (_, path) => `th: ${path}`)).toEqual({ name: "th: name" });
});

const shown = ["name", "languages", "tariff.price"];
const isShown = (path: string) => shown.includes(path) || /^tariff\.periods(\.|$)/.test(path);

it("places a sentence beside its field, in a row of a list beside its cell", () => {
  const fields = [
    { path: "name", message: "Taken." },
    { path: "languages.0", message: "Unknown." },
    { path: "tariff.periods.1.start", message: "Overlap." },
  ];
  expect(placeSentences({ message: "Some entries are not valid.", fields }, isShown)).toEqual({
    name: "Taken.",
    languages: "Unknown.",
    "tariff.periods.1.start": "Overlap.",
  });
});

it("says once at the foot, or beside a chosen field, what concerns no field on screen", () => {
  const fields = [
    { path: "revision", message: "Missing." },
    { path: "ownerId", message: "Unknown." },
  ];
  expect(placeSentences({ message: "Not valid.", fields }, isShown)).toEqual({ "": "Missing." });
  expect(placeSentences({ message: "The code is wrong.", fields: [] }, isShown, "code")).toEqual({
    code: "The code is wrong.",
  });
});
