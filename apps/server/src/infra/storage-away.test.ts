import { expect, test } from "vitest";
import { isStorageAway } from "./storage-away.ts";

const withCode = (code: string) => Object.assign(new Error("refused"), { code });

test.each(["ECONNREFUSED", "ENOSPC", "57P01", "08006", "53100", "40P01", "243"])(
  "takes %s for storage being away",
  (code) => {
    expect(isStorageAway(withCode(code))).toBe(true);
    expect(isStorageAway(new Error("wrapped", { cause: withCode(code) }))).toBe(true);
  },
);

test.each(["22P05", "22P02", "23505", "42703", "62"])(
  "does not take %s for storage being away: trying again changes nothing",
  (code) => {
    expect(isStorageAway(withCode(code))).toBe(false);
  },
);

test("reads the code of the embedded ClickHouse out of its message", () => {
  expect(isStorageAway(new Error("Code: 243. DB::Exception: Cannot reserve 1 MiB"))).toBe(true);
  expect(isStorageAway(new Error("Code: 62. DB::Exception: Syntax error"))).toBe(false);
});
