import { expect, it } from "vitest";
import { readAddressToken } from "./address-token.ts";

const own = "https://solar.example.org/console/";

it("finds a token before and inside the hash and leaves the rest of the address as it is [R4.4]", () => {
  const read = (address: string) => {
    const found = readAddressToken(own + address);
    return found && [found.token, found.rest.slice(own.length)];
  };
  expect(read("#/mobile/station/layout?stationId=7&token=ab-c_1&lang=en")).toEqual([
    "ab-c_1",
    "#/mobile/station/layout?stationId=7&lang=en",
  ]);
  expect(read("?token=abc#/home")).toEqual(["abc", "#/home"]);
  expect(read("?token=abc")).toEqual(["abc", ""]);
  expect(read("?a=1&token=abc#/home?lang=th")).toEqual(["abc", "?a=1#/home?lang=th"]);
  expect(read("?token=one#/home?token=two&x=1")).toEqual(["one", "#/home?x=1"]);
  expect(read("?token=one&token=two#/home")).toEqual(["one", "#/home"]);
  expect(read("#/home?tokens=1&mytoken=2")).toBeUndefined();
  expect(read("#/home?token=")).toBeUndefined();
  expect(read("")).toBeUndefined();
});
