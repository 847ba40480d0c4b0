import { expect, it } from "vitest";
import { readAddressToken } from "./address-token.ts";

it("finds a token before and inside the hash and leaves the rest of the address as it is [R4.4]", () => {
  const read = (search: string, hash: string) => readAddressToken({ search, hash });
  expect(read("", "#/mobile/station/layout?stationId=7&token=a%2Bb&lang=en")).toEqual({
    token: "a+b",
    rest: "#/mobile/station/layout?stationId=7&lang=en",
  });
  expect(read("?token=abc", "#/home")).toEqual({ token: "abc", rest: "#/home" });
  expect(read("?a=1&token=abc", "#/home?lang=th")).toEqual({ token: "abc", rest: "?a=1#/home?lang=th" });
  expect(read("?token=old", "#/home?token=new")).toEqual({ token: "new", rest: "#/home" });
  expect(read("", "#/home?tokens=1")).toBeUndefined();
  expect(read("", "#/home?token=")).toBeUndefined();
  expect(read("", "")).toBeUndefined();
});
