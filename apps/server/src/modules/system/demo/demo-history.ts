import { createHash } from "node:crypto";
import type { InstantRange } from "@heliograph/solar";
import {
  cellTemperatureFaiman,
  dayRange,
  decomposeErbs,
  incidenceModifierPhysical,
  listDays,
  planeOfArray,
  plantDayOf,
  pvwattsAcPower,
  pvwattsDcPower,
  QUARTER_HOUR_MS,
  skyAt,
} from "@heliograph/solar";
import type { CountingUnit } from "./demo-plants.repository.ts";
import type { DemoArray, DemoPlant } from "./demo-plants.ts";
import { ratedArrayW, ratedPowerW } from "./demo-units.ts";

/** Columns of `unit_windows` for some time of a plant. */
export interface HistoryRows {
  readonly rowCount: number;
  readonly columns: Record<string, ArrayLike<unknown>>;
}

const HOURS = QUARTER_HOUR_MS / 3_600_000;
const TEMPERATURE_COEFFICIENT = -0.0033;
/** Cables, optimizers, dirt. */
const DC_LOSS = 0.97;
/** Ratio of modules to inverter. */
const DC_AC_RATIO = 1.15;
const WAKE_WM2 = 8;
const SAMPLES_A_WINDOW = 3;
const MIXED_DAYS = 0.4;
const BRIGHT = 0.95;
const DARK = 0.25;

/** Pseudo-random numbers from 0 to below 1, seeded by a text. */
function chancesOf(text: string, count: number): number[] {
  const bytes = createHash("shake256", { outputLength: count * 4 })
    .update(text)
    .digest();
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(index * 4) / 4_294_967_296);
}

/** Share of the clear sky of each quarter hour of a day: mixed days about the month's mean, else bright or dark ones that meet it. */
function clearSkyShares(seed: string, meanShare: number): number[] {
  const [kind, tone, ...steps] = chancesOf(seed, 2 + 128) as [number, number, ...number[]];
  const isMixed = kind < MIXED_DAYS;
  const darkDays = (BRIGHT - meanShare) / (BRIGHT - DARK);
  const isDark = (kind - MIXED_DAYS) / (1 - MIXED_DAYS) < darkDays;
  const plain = isDark
    ? { mean: DARK, spread: 0.12, restless: 0.15 }
    : { mean: BRIGHT, spread: 0.04, restless: 0.02 };
  const { mean, spread, restless } = isMixed ? { mean: meanShare, spread: 0.12, restless: 0.3 } : plain;
  const dayShare = mean + (tone - 0.5) * 2 * spread;
  return steps.map((step) =>
    Math.min(Math.max(dayShare + (step - 0.5) * 2 * restless * dayShare, 0.04), 1.02),
  );
}

/** DC power per rated watt of each array in the middle of a window. */
function listYields(plant: DemoPlant, at: number, share: number, ambientC: number): number[] {
  const clear = skyAt(plant, at);
  if (clear.ghiWm2 <= 0) return plant.arrays.map(() => 0);
  const ghiWm2 = clear.ghiWm2 * share;
  const { dniWm2, dhiWm2 } = decomposeErbs(ghiWm2, clear.sun.zenithDeg, clear.extraterrestrialWm2);
  const sky = { ghiWm2, dniWm2, dhiWm2, extraterrestrialWm2: clear.extraterrestrialWm2, albedo: 0.2 };
  return plant.arrays.map((array) => {
    const light = planeOfArray(array, clear.sun, sky);
    const effectiveWm2 = light.totalWm2 - light.beamWm2 * (1 - incidenceModifierPhysical(light.incidenceDeg));
    if (effectiveWm2 < WAKE_WM2) return 0;
    const cellTempC = cellTemperatureFaiman({ poaWm2: light.totalWm2, ambientC, windMs: 1.5 });
    const input = {
      effectiveWm2,
      cellTempC,
      ratedPowerW: 1,
      temperatureCoefficient: TEMPERATURE_COEFFICIENT,
    };
    return pvwattsDcPower(input) * DC_LOSS;
  });
}

interface LitWindow {
  readonly at: number;
  /** By array. */
  readonly yields: readonly number[];
}

function listLitWindows(plant: DemoPlant, day: string, range: InstantRange): LitWindow[] {
  const month = Number(day.slice(5, 7)) - 1;
  const shares = clearSkyShares(`${plant.key}/${day}`, plant.climate.clearSkyShare[month]!);
  const meanC = plant.climate.temperatureC[month]!;
  const { fromAt } = dayRange(day, plant.timeZone);
  const windows: LitWindow[] = [];
  const firstAt = Math.ceil(Math.max(fromAt, range.fromAt) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  const endAt = Math.min(dayRange(day, plant.timeZone).toAt, range.toAt);
  for (let at = firstAt; at < endAt; at += QUARTER_HOUR_MS) {
    const step = Math.floor((at - fromAt) / QUARTER_HOUR_MS);
    // Warmest in the early afternoon.
    const ambientC = meanC + 4.5 * Math.cos((2 * Math.PI * (step - 58)) / 96);
    const yields = listYields(plant, at + QUARTER_HOUR_MS / 2, shares[step]!, ambientC);
    if (yields.some((each) => each > 0)) windows.push({ at, yields });
  }
  return windows;
}

/** A unit of the metering level, with the values that determine its power. */
type Counter = Pick<CountingUnit, "kind" | "sn">;

/** Index of the array that a serial number names: `D2Q4XY-A-012` is of A. */
const arrayIndexOf = ({ arrays }: DemoPlant, sn: string): number =>
  arrays.findIndex(({ name }) => name === sn.split("-")[1]);

const modulesOf = ({ rows, columns, strings }: DemoArray, kind: Counter["kind"]): number =>
  kind === "OPT" ? 1 : (rows * columns) / strings;

/** Power of a unit by the yields of the arrays. */
function createUnitPower(plant: DemoPlant, unit: Counter): (yields: readonly number[]) => number {
  if (unit.kind === "DCON") {
    const ratedW = plant.arrays.map(ratedArrayW);
    const inverterW = ratedPowerW(plant) / DC_AC_RATIO;
    return (yields) =>
      pvwattsAcPower(
        yields.reduce((sum, each, index) => sum + each * ratedW[index]!, 0),
        inverterW,
      );
  }
  const index = arrayIndexOf(plant, unit.sn);
  const array = plant.arrays[index]!;
  const moduleW = modulesOf(array, unit.kind) * array.moduleW;
  return (yields) => moduleW * yields[index]!;
}

/** Ratio of a unit's reading to the power of its modules: tolerance and calibration. */
const factorOf = ({ sn }: Counter): number => 0.985 + chancesOf(sn, 1)[0]! * 0.03;

async function listLitWindowsOf(plant: DemoPlant, range: InstantRange): Promise<LitWindow[]> {
  const lit: LitWindow[] = [];
  const days = listDays(plantDayOf(range.fromAt, plant.timeZone), plantDayOf(range.toAt - 1, plant.timeZone));
  for (const day of days) {
    lit.push(...listLitWindows(plant, day, range));
    // A day takes some milliseconds; requests and reports are handled in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return lit;
}

/** Energy of each unit over a range, Wh: the sum of the windows of its history. */
export async function sumHistory(
  plant: DemoPlant,
  units: readonly Counter[],
  range: InstantRange,
): Promise<number[]> {
  const lit = await listLitWindowsOf(plant, range);
  return units.map((unit) => {
    const powerOf = createUnitPower(plant, unit);
    const sumW = lit.reduce((sum, { yields }) => sum + powerOf(yields), 0);
    return sumW * factorOf(unit) * HOURS;
  });
}

/** Windows of a range as the units would have measured them, computed from the sun and the month's means. */
export async function computeHistory(
  plant: DemoPlant,
  units: readonly CountingUnit[],
  range: InstantRange & { readonly plantKey: number },
): Promise<HistoryRows> {
  const lit = await listLitWindowsOf(plant, range);
  const factors = units.map(factorOf);
  const powers = units.map((unit) => createUnitPower(plant, unit));
  const rowCount = lit.length * units.length;
  const numbers = (
    value: (window: LitWindow, unit: CountingUnit, unitIndex: number) => number,
  ): Float64Array => {
    const values = new Float64Array(rowCount);
    let row = 0;
    for (const window of lit) {
      for (const [index, unit] of units.entries()) values[row++] = value(window, unit, index);
    }
    return values;
  };
  const powerW = numbers(({ yields }, _, index) => powers[index]!(yields) * factors[index]!);
  const zeros = new Float64Array(rowCount);
  return {
    rowCount,
    columns: {
      plant: zeros.slice().fill(range.plantKey),
      window_at: numbers(({ at }) => at),
      device: numbers((_, { deviceKey }) => deviceKey),
      slot: numbers((_, { slotKey }) => slotKey),
      origin: Array(rowCount).fill("demo"),
      kind: lit.flatMap(() => units.map(({ kind }) => kind)),
      energy_wh: powerW.map((value) => value * HOURS),
      backfilled_wh: zeros,
      estimated_wh: zeros,
      resets: zeros,
      sample_count: zeros.slice().fill(SAMPLES_A_WINDOW),
      power_avg_w: powerW,
      power_max_w: powerW,
      computed_at: zeros.slice().fill(Date.now()),
    },
  };
}
