import { expect, it } from "vitest";
import { addressOn, offerServers, ownAddress } from "./servers.ts";

const own = "https://solar.example.org";

it("offers China, International and Southeast Asia; one without an address is this one [R1.15]", () => {
  const servers = { china: "https://cn.example.org", international: "", southeastAsia: own };
  expect(offerServers(servers, own)).toEqual([
    { name: "china", address: "https://cn.example.org" },
    { name: "international", address: undefined },
    { name: "southeastAsia", address: undefined },
  ]);
});

it("knows its own address by origin and folder", () => {
  expect(ownAddress({ origin: own, pathname: "/" })).toBe(own);
  expect(ownAddress({ origin: own, pathname: "/index.html" })).toBe(own);
  expect(ownAddress({ origin: own, pathname: "/console/" })).toBe(`${own}/console`);
});

it("opens the same page there in the language on screen, and never takes a token along [R1.15, R4.4]", () => {
  expect(addressOn("https://cn.example.org", "#/login", "th")).toBe("https://cn.example.org/#/login?lang=th");
  expect(addressOn("https://cn.example.org", "#/login?lang=en&a=1", "pt")).toBe(
    "https://cn.example.org/#/login?lang=pt&a=1",
  );
  expect(addressOn("https://cn.example.org", "#/login?token=secret", "en")).toBe(
    "https://cn.example.org/#/login?lang=en",
  );
  expect(addressOn("https://cn.example.org/console", "", "en")).toBe(
    "https://cn.example.org/console/#/?lang=en",
  );
});
