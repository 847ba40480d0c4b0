import { EVENT_CODE, findEventSeverity } from "@heliograph/protocol/device-codes";
import { describe, expect, it } from "vitest";
import { auditTypes } from "../audit-types.ts";
import { faultTexts, getFaultText } from "./fault-texts.ts";
import { faultNames, findFaultName, findSecurityFault, getFault } from "./faults.ts";

describe("fault codes", () => {
  it("contain every event that a device can send, with the severity that the link gives it", () => {
    for (const [name, code] of Object.entries(EVENT_CODE)) {
      expect(findFaultName(String(code))).toBe(name);
      expect(getFault(name as keyof typeof EVENT_CODE).severity).toBe(findEventSeverity(code, false));
    }
  });

  it("are unique, and our own ones are no numbers", () => {
    const codes = faultNames.map((name) => getFault(name).code);
    expect(new Set(codes).size).toBe(codes.length);
    const own = faultNames.map(getFault).filter(({ origin }) => origin === "Heliograph");
    expect(own.length).toBeGreaterThan(0);
    for (const { code } of own) expect(code).toMatch(/^H\d{3}$/u);
  });

  it("have a source each", () => {
    expect(faultNames.filter((name) => getFault(name).sources.length === 0)).toEqual([]);
  });

  it("give a code that is not in the catalogue the general text", () => {
    expect(findFaultName("400")).toBeUndefined();
    expect(getFaultText("th", "400")).toBe(faultTexts.th.unknownCode);
    expect(getFaultText("pt", "7").name).toBe("Sobretemperatura");
  });

  it("find security alarms by the type of their log row", () => {
    expect(findSecurityFault("audit.broken")).toBe("logChainBroken");
    expect(findSecurityFault("station.update")).toBeUndefined();
    expect(auditTypes.filter((type) => findSecurityFault(type) !== undefined)).toHaveLength(10);
  });
});

describe("texts of fault codes", () => {
  const languages = Object.keys(faultTexts) as (keyof typeof faultTexts)[];

  it.each(languages)("in %s describe every fault and nothing else", (language) => {
    expect(Object.keys(faultTexts[language]).sort()).toEqual([...faultNames, "unknownCode"].sort());
  });

  it.each(languages)("in %s have a name of their own each", (language) => {
    const names = Object.values(faultTexts[language]).map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("are alike in no two languages", () => {
    const alike = [...faultNames, "unknownCode" as const].flatMap((name) =>
      (["name", "cause", "effect", "remedy"] as const).flatMap((field) => {
        const texts = languages.map((language) => faultTexts[language][name][field]);
        return new Set(texts).size === texts.length ? [] : [`${name}.${field}`];
      }),
    );
    // "Gateway offline" is said in Portuguese as well.
    expect(alike).toEqual(["gatewayOffline.name"]);
  });
});
