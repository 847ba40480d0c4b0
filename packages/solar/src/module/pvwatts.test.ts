import { expect, test } from "vitest";
import { describeDataset } from "../../test/datasets.ts";
import { dayOfYear, extraterrestrialIrradiance } from "../irradiance/atmosphere.ts";
import type { PlaneIrradiance } from "../irradiance/plane-of-array.ts";
import { planeOfArray } from "../irradiance/plane-of-array.ts";
import { sunPosition } from "../sun/sun-position.ts";
import { incidenceModifierPhysical } from "./incidence-modifier.ts";
import { pvwattsAcPower, pvwattsDcPower } from "./pvwatts.ts";

test("gives the DC reference", () => {
  const input = { effectiveWm2: 900, cellTempC: 30, ratedPowerW: 100, temperatureCoefficient: -0.003 };
  expect(pvwattsDcPower(input)).toBeCloseTo(88.65, 9);
});

test("gives the inverter reference within 1e-6 W", () => {
  expect(pvwattsAcPower(90, 100, 0.95)).toBeCloseTo(85.585566, 6);
});

test("gives no AC power without DC power and clips at the inverter's limit", () => {
  expect(pvwattsAcPower(0, 100)).toBe(0);
  expect(pvwattsAcPower(0.1, 100)).toBe(0);
  expect(pvwattsAcPower(200, 100, 0.95)).toBe(95);
});

describeDataset("PVWatts year of Golden", "reference/pvwatts_8760_rackmount.csv", (lines) => {
  const SYSTEM = { ratedPowerW: 4000, temperatureCoefficient: -0.0047 };
  const AFTER_LOSSES = 1 - 0.1408;

  interface Hour {
    readonly poaWm2: number;
    readonly cellTempC: number;
    readonly dcPowerW: number;
    readonly acPowerW: number;
    readonly plane: PlaneIrradiance;
  }

  function readHours(): Hour[] {
    const all = lines();
    const first = all.findIndex((line) => line.startsWith("Month,")) + 1;
    return all.slice(first, first + 8760).map((line) => {
      const [month, day, hour, dni, dhi, , , poaWm2, cellTempC, dcPowerW, acPowerW] = line
        .split(",")
        .map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      // Hours are local standard time; their mean belongs to the half hour.
      const at = Date.UTC(2015, month - 1, day, hour + 7, 30);
      const sun = sunPosition({ latitude: 39.73, longitude: -105.18, at, altitudeM: 1820 });
      const cosZenith = Math.max(Math.cos((sun.zenithDeg * Math.PI) / 180), 0);
      const plane = planeOfArray({ tiltDeg: 20, azimuthDeg: 180 }, sun, {
        ghiWm2: dni * cosZenith + dhi,
        dniWm2: cosZenith > 0 ? dni : 0,
        dhiWm2: dhi,
        extraterrestrialWm2: extraterrestrialIrradiance(dayOfYear(at)),
        albedo: 0.2,
      });
      return { poaWm2, cellTempC, dcPowerW, acPowerW, plane };
    });
  }

  let hours: Hour[] | undefined;
  const getHours = (): Hour[] => {
    hours ??= readHours();
    return hours;
  };
  const sum = (value: (hour: Hour) => number, of = getHours()): number =>
    of.reduce((total, hour) => total + value(hour), 0);
  const dcPower = (hour: Hour, effectiveWm2: number): number =>
    pvwattsDcPower({ ...SYSTEM, effectiveWm2, cellTempC: hour.cellTempC }) * AFTER_LOSSES;

  test("DC of each hour with the sun within 40° of the normal agrees within 0.7 %", () => {
    const steep = getHours().filter((hour) => hour.plane.incidenceDeg < 40 && hour.poaWm2 > 300);
    expect(steep.length).toBeGreaterThan(1200);
    for (const hour of steep) {
      expect(Math.abs(dcPower(hour, hour.poaWm2) / hour.dcPowerW - 1)).toBeLessThan(0.007);
    }
  });

  test("DC of the year agrees within 0.05 % with incidence losses and is 1.9 % above without", () => {
    const reference = sum((hour) => hour.dcPowerW);
    const plain = sum((hour) => dcPower(hour, hour.poaWm2));
    const throughGlass = sum((hour) => {
      const lost = hour.plane.beamWm2 * (1 - incidenceModifierPhysical(hour.plane.incidenceDeg));
      return dcPower(hour, Math.max(hour.poaWm2 - lost, 0));
    });
    expect(reference / 1000).toBeCloseTo(6291.9, 1);
    expect(plain / reference).toBeCloseTo(1.019, 3);
    expect(Math.abs(throughGlass / reference - 1)).toBeLessThan(0.0005);
  });

  test("AC of each hour follows from its DC within 0.01 W", () => {
    // A DC to AC ratio of 1.2 and a nominal efficiency of 96 %.
    const dcLimitW = 4000 / 1.2 / 0.96;
    for (const hour of getHours()) {
      expect(Math.abs(pvwattsAcPower(hour.dcPowerW, dcLimitW, 0.96) - hour.acPowerW)).toBeLessThan(0.01);
    }
    const yearWh = sum((hour) => pvwattsAcPower(hour.dcPowerW, dcLimitW, 0.96));
    expect(yearWh / 1000).toBeCloseTo(6023.7, 1);
  });

  test("plane irradiance from beam and diffuse agrees within 1 % over the year and 10 W/m² (rms) by the hour", () => {
    // PVWatts takes the Perez sky, this chain Hay and Davies.
    const reference = sum((hour) => hour.poaWm2);
    expect(Math.abs(sum((hour) => hour.plane.totalWm2) / reference - 1)).toBeLessThan(0.01);
    const lit = getHours().filter((hour) => hour.poaWm2 > 50);
    const squares = sum((hour) => (hour.plane.totalWm2 - hour.poaWm2) ** 2, lit);
    expect(Math.sqrt(squares / lit.length)).toBeLessThan(10);
  });
});
