import { expect, test } from "vitest";
import {
  incidenceModifierAshrae,
  incidenceModifierMartinRuiz,
  incidenceModifierPhysical,
} from "./incidence-modifier.ts";

test("gives the three references at 45° within 1e-8", () => {
  const glass = { refractiveIndex: 1.526, extinctionPerM: 4, thicknessM: 0.002 };
  expect(incidenceModifierPhysical(45, glass)).toBeCloseTo(0.98797788, 8);
  expect(incidenceModifierAshrae(45, 0.05)).toBeCloseTo(0.97928932, 8);
  expect(incidenceModifierMartinRuiz(45, 0.16)).toBeCloseTo(0.98986965, 8);
});

test.each([
  ["physical", incidenceModifierPhysical],
  ["ASHRAE", incidenceModifierAshrae],
  ["Martin-Ruiz", incidenceModifierMartinRuiz],
] as const)("falls from 1 at the normal to 0 at 90° and beyond: %s", (_, modifier) => {
  expect(modifier(0)).toBeCloseTo(1, 9);
  let before = 1;
  for (let angle = 0.01; angle < 90; angle += 0.5) {
    const value = modifier(angle);
    expect(value).toBeLessThanOrEqual(before + 1e-9);
    expect(value).toBeGreaterThanOrEqual(0);
    before = value;
  }
  expect(modifier(90)).toBe(0);
  expect(modifier(120)).toBe(0);
});
