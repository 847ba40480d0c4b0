import { describe, expect, it } from "vitest";
import {
  claimUserOf,
  findRegistrationCode,
  isSerialNumber,
  parseClientId,
  parseUser,
  sha256Hex,
} from "./identity.ts";

describe("serial number", () => {
  it.each(["ABCD", "0000", "A-1-", "A".repeat(32)])("takes %s", (sn) => {
    expect(isSerialNumber(sn)).toBe(true);
  });

  it.each(["", "ABC", "A".repeat(33), "abcd", "AB D", "ABCD\n", "AB/D", "AB+D", "ÄBCD"])(
    "refuses %j",
    (sn) => {
      expect(isSerialNumber(sn)).toBe(false);
    },
  );
});

describe("user and client id", () => {
  it("distinguishes a gateway from one that claims", () => {
    expect(parseUser("DC-01")).toEqual({ sn: "DC-01", isClaim: false });
    expect(parseUser("claim.DC-01")).toEqual({ sn: "DC-01", isClaim: true });
    expect(parseUser(claimUserOf("DC-01"))).toEqual({ sn: "DC-01", isClaim: true });
  });

  it.each(["", "claim.", "claim.claim.DC-01", "Claim.DC-01", "DC-01:x", "root"])(
    "refuses the user %j",
    (name) => {
      expect(parseUser(name)).toBeUndefined();
    },
  );

  it("distinguishes the gateway's session from a tagged one", () => {
    expect(parseClientId("DC-01")).toEqual({ sn: "DC-01", tag: undefined });
    expect(parseClientId("DC-01:tool_1")).toEqual({ sn: "DC-01", tag: "tool_1" });
  });

  it.each(["", ":x", "DC-01:", "DC-01:a:b", "DC-01:a b", `DC-01:${"a".repeat(17)}`])(
    "refuses the client id %j",
    (id) => {
      expect(parseClientId(id)).toBeUndefined();
    },
  );
});

describe("registration code", () => {
  it("is read as printed, in groups and small letters", () => {
    expect(findRegistrationCode(" abcd-2345-EFGH-6723 ")).toBe("ABCD2345EFGH6723");
  });

  it.each(["", "ABCD2345EFGH672", "ABCD2345EFGH6701", "ABCD2345EFGH672!", "A".repeat(65)])(
    "refuses %j",
    (code) => {
      expect(findRegistrationCode(code)).toBeUndefined();
    },
  );

  it("is stored as SHA-256, like the published test vector", () => {
    expect(sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
