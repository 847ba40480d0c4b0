import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import { hasSameParameters } from "./parameter-fields.ts";

test("values are copied between devices of one model, or of models without a file, and of one type", () => {
  const generic = readDeviceModels();
  const mcon = generic.find(({ type }) => type === "MCON");
  if (mcon === undefined) throw new Error("no generic MCON");
  const models = [{ ...mcon, model: "MC-9X" }, ...generic];
  const isSame = (one: string, other: string, type = "MCON") =>
    hasSameParameters(models, { type: "MCON", model: one }, { type, model: other });
  expect(isSame("MC-9X", "MC-9X")).toBe(true);
  expect(isSame("MC-200", "MC-210")).toBe(true);
  expect(isSame("MC-200", "MC-9X")).toBe(false);
  expect(isSame("MC-200", "MC-200", "OPT")).toBe(false);
});
