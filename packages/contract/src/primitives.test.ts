import { expect, it } from "vitest";
import { id, instant, line, paragraph, requiredLine } from "./primitives.ts";

it("writes an id in one way, however it came", () => {
  const lower = "0d6f7e4a-5b1c-4f0e-9a57-1f2e3d4c5b6a";
  expect(id.parse(lower.toUpperCase())).toBe(lower);
});

it("keeps no half characters and no marks that turn the reading direction", () => {
  expect(line(40).parse("a\ud800b")).toBe("a\ufffdb");
  expect(line(40).parse(" \u202Egnp.exe\u2069 ")).toBe("gnp.exe");
  expect(paragraph(40).parse("one\ntwo\u202e")).toBe("one\ntwo");
  expect(line(40).parse("โรงไฟฟ้า 🌞 屋顶")).toBe("โรงไฟฟ้า 🌞 屋顶");
});

it("treats invisible text as empty", () => {
  expect(requiredLine(40).safeParse("\u200b\u202e ").success).toBe(false);
  expect(line(40).parse("\u200b")).toBe("");
  expect(line(40).safeParse("a\u0007").success).toBe(false);
  expect(line(40).safeParse("\u0007").success).toBe(false);
});

it("takes instants that every store can hold, and no others", () => {
  expect(instant.safeParse("2026-03-29T08:00:00Z").success).toBe(true);
  for (const at of ["0000-01-01T00:00:00Z", "1969-12-30T23:59:59Z", "2200-01-02T00:00:00Z", "yesterday"])
    expect(instant.safeParse(at).success).toBe(false);
});
