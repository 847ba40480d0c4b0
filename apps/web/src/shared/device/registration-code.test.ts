import { registrationCode } from "@heliograph/contract";
import { expect, it } from "vitest";
import { cleanCode, cleanSn, makeRegistrationCode } from "./registration-code.ts";

it("makes registration codes the register takes, each another", () => {
  const codes = new Set(Array.from({ length: 200 }, makeRegistrationCode));
  expect(codes.size).toBe(200);
  for (const code of codes) expect(registrationCode.safeParse(code).success).toBe(true);
});

it("accepts serial numbers and codes as printed on a label", () => {
  expect(cleanCode("abcd efgh-2345 IJKL")).toBe("ABCDEFGH2345IJKL");
  expect(cleanSn(" dc-0001 ")).toBe("DC-0001");
});
