import { expect, test } from "vitest";
import { isStorageUnavailable } from "./storage-unavailable.ts";

const withCode = (code: string) => Object.assign(new Error("refused"), { code });

test.each(["ECONNREFUSED", "ENOSPC", "57P01", "08006", "53100", "40P01", "243", "246"])(
  "recognizes %s as unavailable storage",
  (code) => {
    expect(isStorageUnavailable(withCode(code))).toBe(true);
    expect(isStorageUnavailable(new Error("wrapped", { cause: withCode(code) }))).toBe(true);
  },
);

test.each(["22P05", "22P02", "23505", "42703", "62"])(
  "does not treat %s as unavailable storage, since a retry would fail too",
  (code) => {
    expect(isStorageUnavailable(withCode(code))).toBe(false);
  },
);

test("reads the error code of the embedded ClickHouse from its message", () => {
  expect(isStorageUnavailable(new Error("Code: 243. DB::Exception: Cannot reserve 1 MiB"))).toBe(true);
  expect(isStorageUnavailable(new Error("Code: 62. DB::Exception: Syntax error"))).toBe(false);
});
