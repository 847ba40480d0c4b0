import { findFaultName } from "@heliograph/contract/fault-codes";
import { expect, it } from "vitest";
import { demoPlants } from "./demo-plants.ts";

it("raises only events that the catalogue of fault codes describes", () => {
  const codes = demoPlants.flatMap(({ faults }) =>
    faults.flatMap((fault) => ("code" in fault ? [String(fault.code)] : [])),
  );
  expect(codes.map(findFaultName)).toEqual(["arcDetection"]);
});
