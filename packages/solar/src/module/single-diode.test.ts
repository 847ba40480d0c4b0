import fc from "fast-check";
import { expect, test } from "vitest";
import type { DiodeCircuit } from "./single-diode.ts";
import {
  currentAtVoltage,
  maximumPowerPoint,
  openCircuitVoltage,
  shortCircuitCurrent,
} from "./single-diode.ts";

const reference: DiodeCircuit = {
  photocurrentA: 7,
  saturationCurrentA: 6e-7,
  seriesOhm: 0.1,
  shuntOhm: 20,
  thermalVoltageV: 0.5,
};

const circuits = fc.record({
  photocurrentA: fc.double({ min: 0.001, max: 20, noNaN: true }),
  saturationCurrentA: fc.double({ min: 1e-12, max: 1e-6, noNaN: true }),
  seriesOhm: fc.double({ min: 0, max: 1, noNaN: true }),
  shuntOhm: fc.double({ min: 10, max: 1e5, noNaN: true }),
  thermalVoltageV: fc.double({ min: 0.3, max: 4, noNaN: true }),
});

test("gives the reference curve within 1e-7", () => {
  expect(shortCircuitCurrent(reference)).toBeCloseTo(6.965172322, 8);
  expect(openCircuitVoltage(reference)).toBeCloseTo(8.106300147, 8);
  const point = maximumPowerPoint(reference);
  expect(point.currentA).toBeCloseTo(6.13626736, 7);
  expect(point.voltageV).toBeCloseTo(6.224339375, 7);
  expect(point.powerW).toBeCloseTo(38.19421055, 7);
});

test("fulfils the circuit's equation at every voltage", () => {
  fc.assert(
    fc.property(circuits, fc.double({ min: 0, max: 1.2, noNaN: true }), (circuit, share) => {
      const voltageV = share * openCircuitVoltage(circuit);
      const currentA = currentAtVoltage(circuit, voltageV);
      const diodeV = voltageV + currentA * circuit.seriesOhm;
      const balance =
        circuit.photocurrentA -
        circuit.saturationCurrentA * Math.expm1(diodeV / circuit.thermalVoltageV) -
        diodeV / circuit.shuntOhm;
      expect(Math.abs(balance - currentA)).toBeLessThan(1e-6 * (1 + Math.abs(currentA)));
    }),
  );
});

test("finds no more power anywhere else on the curve", () => {
  fc.assert(
    fc.property(circuits, fc.double({ min: 0, max: 1, noNaN: true }), (circuit, share) => {
      const voltageV = share * openCircuitVoltage(circuit);
      const powerW = voltageV * currentAtVoltage(circuit, voltageV);
      expect(powerW).toBeLessThanOrEqual(maximumPowerPoint(circuit).powerW + 1e-9);
    }),
  );
});
