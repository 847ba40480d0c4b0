import type { Fault, Site } from "../../apps/simulator/src/fleet.ts";
import { fleetSchema } from "../../apps/simulator/src/fleet.ts";
import type { Random } from "../../apps/simulator/src/physics/random.ts";
import { createRandom, mixSeed } from "../../apps/simulator/src/physics/random.ts";

/** What is wrong with a module; `third`: one of its three bypass diodes conducts, a real loss that has no verdict of its own; `declining`: loses light over weeks. */
export type Truth = "healthy" | "dead" | "silent" | "half" | "third" | "declining";

export interface RandomPlant {
  readonly site: Site;
  readonly seed: number;
  /** By array, row and column: `A/2/5`. */
  readonly truths: ReadonlyMap<string, Truth>;
  /** Whether the console knows the rated power of the modules. */
  readonly hasRatings: boolean;
  readonly noise: number;
}

/** How plants and their faults are drawn. */
export interface Mix {
  readonly name: string;
  /** Probabilities of each fault for a module. */
  readonly dead: number;
  readonly silent: number;
  readonly half: number;
  readonly third: number;
  /** Light that a module at half power loses. */
  readonly halfLoss: readonly [number, number];
  /** Shaded corners per plant, at most; their loss, and the solar hours that they may last. */
  readonly shades: number;
  readonly shadeLoss: readonly [number, number];
  readonly shadeHours: readonly [number, number];
  readonly maxSoiling: number;
  readonly maxRadioLoss: number;
  /** Probability of a whole string without power. */
  readonly stringDown: number;
  readonly latitudes: readonly [number, number];
  /** Deviation of a module's hour from that of its plant: clouds that pass over a part of it, inexact counters. */
  readonly noise: number;
}

export const TUNED_MIX: Mix = {
  name: "tuned on",
  dead: 0.01,
  silent: 0.01,
  half: 0.02,
  third: 0.01,
  halfLoss: [0.4, 0.6],
  shades: 2,
  shadeLoss: [0.2, 0.8],
  shadeHours: [1, 4],
  maxSoiling: 0.12,
  maxRadioLoss: 0.3,
  stringDown: 0.02,
  latitudes: [25, 55],
  noise: 0.05,
};

/** More shade, soiling and lost reports, rarer faults of more different depth, both hemispheres. */
export const OTHER_MIX: Mix = {
  name: "other",
  dead: 0.004,
  silent: 0.006,
  half: 0.012,
  third: 0.02,
  halfLoss: [0.38, 0.62],
  shades: 4,
  shadeLoss: [0.3, 0.9],
  shadeHours: [1, 6],
  maxSoiling: 0.2,
  maxRadioLoss: 0.5,
  stringDown: 0.04,
  latitudes: [-45, 60],
  noise: 0.06,
};

const DECLINING_SHARE = 0.03;

const between = (random: Random, [from, to]: readonly [number, number]): number =>
  from + (to - from) * random();
const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

interface ArraySpec {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly tiltDeg: number;
  readonly azimuthDeg: number;
  readonly moduleW: number;
  readonly strings: number;
  readonly stringDevice: "SCON" | "none";
}

/** One roof facing the equator, or two facing different ways. */
function drawArrays(random: Random, latitude: number, hasRatings: boolean): ArraySpec[] {
  const towardsEquator = latitude >= 0 ? 180 : 0;
  const moduleW = whole(random, 6, 12) * 50;
  const stringDevice = random() < 0.5 ? "SCON" : "none";
  const draw = (name: string, azimuthDeg: number, ownModuleW: number): ArraySpec => {
    const [rows, columns] = [whole(random, 2, 6), whole(random, 4, 12)];
    return {
      name,
      rows,
      columns,
      tiltDeg: whole(random, 5, 40),
      azimuthDeg: (azimuthDeg + 360) % 360,
      moduleW: ownModuleW,
      strings: whole(random, 1, rows),
      stringDevice,
    };
  };
  if (random() < 0.5) return [draw("A", towardsEquator + whole(random, -45, 45), moduleW)];
  // Modules of very different size differ by their rated power only.
  const otherW = hasRatings ? moduleW * between(random, [0.5, 1]) : moduleW * between(random, [0.9, 1]);
  return [draw("A", 90 + whole(random, -20, 20), moduleW), draw("B", 270 + whole(random, -20, 20), otherW)];
}

const at = (array: ArraySpec, row: number, column: number) => ({
  array: array.name,
  rows: [row, row] as [number, number],
  columns: [column, column] as [number, number],
});

function drawTruth(random: Random, mix: Mix): Truth {
  let chance = random();
  for (const truth of ["dead", "silent", "half", "third"] as const) {
    if (chance < mix[truth]) return truth;
    chance -= mix[truth];
  }
  return "healthy";
}

function faultOf(truth: Truth, random: Random, mix: Mix) {
  switch (truth) {
    case "dead":
      return { kind: "unit-fault", code: 7 };
    case "silent":
      return { kind: "dead-unit" };
    case "half":
      return { kind: "soiling", loss: between(random, mix.halfLoss) };
    case "third":
      return { kind: "soiling", loss: 1 / 3 };
    case "declining":
    case "healthy":
      return { kind: "soiling", loss: random() * random() * mix.maxSoiling };
  }
}

function drawShades(random: Random, mix: Mix, arrays: readonly ArraySpec[]): object[] {
  return Array.from({ length: whole(random, 0, mix.shades) }, () => {
    const array = arrays[whole(random, 0, arrays.length - 1)] as ArraySpec;
    const [row, column] = [whole(random, 1, array.rows), whole(random, 1, array.columns)];
    const lastsH = between(random, mix.shadeHours);
    // In the morning, in the evening, or from a chimney at noon.
    const fromH = [5, 12 - lastsH / 2, 19 - lastsH][whole(random, 0, 2)] as number;
    return {
      kind: "shade",
      array: array.name,
      rows: [row, Math.min(array.rows, row + whole(random, 0, 2))],
      columns: [column, Math.min(array.columns, column + whole(random, 0, 3))],
      hours: [fromH, fromH + lastsH],
      loss: between(random, mix.shadeLoss),
    };
  });
}

function drawModules(random: Random, mix: Mix, arrays: readonly ArraySpec[]) {
  const truths = new Map<string, Truth>();
  const faults: object[] = [];
  for (const array of arrays) {
    for (let row = 1; row <= array.rows; row++) {
      for (let column = 1; column <= array.columns; column++) {
        const truth = drawTruth(random, mix);
        truths.set(`${array.name}/${row}/${column}`, truth);
        faults.push({ ...faultOf(truth, random, mix), ...at(array, row, column) });
      }
    }
  }
  return { truths, faults };
}

/** A plant with faults, the same for the same seed. */
export function drawPlant(
  seed: number,
  mix: Mix,
  place?: Pick<Site, "latitude" | "longitude" | "altitudeM">,
) {
  const random = createRandom(mixSeed(seed, 77));
  const latitude = place?.latitude ?? between(random, mix.latitudes);
  const longitude = place?.longitude ?? 0;
  const hasRatings = random() < 0.5;
  const arrays = drawArrays(random, latitude, hasRatings);
  const { truths, faults } = drawModules(random, mix, arrays);
  const down = arrays.filter(({ strings }) => strings > 1 && random() < mix.stringDown * strings);
  for (const { name, strings } of down)
    faults.push({ kind: "string-down", array: name, string: whole(random, 1, strings) });
  faults.push(...drawShades(random, mix, arrays), {
    kind: "radio-loss",
    share: random() * mix.maxRadioLoss,
  });
  const fleet = fleetSchema.parse({
    seed,
    sites: [
      {
        name: `Plant ${seed}`,
        timeZone: "UTC",
        currency: "EUR",
        latitude,
        longitude,
        altitudeM: place?.altitudeM ?? 0,
        gateways: [{ sn: `GW-${seed}`, intervalS: 900, arrays }],
        faults,
      },
    ],
  });
  const site = fleet.sites[0] as Site;
  return { site, seed, truths, hasRatings, noise: mix.noise } satisfies RandomPlant;
}

const STEPS = 12;
const DAY_MS = 86_400_000;

/** A plant in which some modules lose 8 to 25 % of their light between two instants; it has no other faults but shade and soiling. */
export function drawDecliningPlant(
  seed: number,
  mix: Mix,
  range: { fromAt: number; toAt: number },
): RandomPlant {
  const plant = drawPlant(seed, { ...mix, dead: 0, silent: 0, half: 0, third: 0, stringDown: 0 });
  const random = createRandom(mixSeed(seed, 78));
  const truths = new Map(plant.truths);
  const faults: Fault[] = [];
  const stepMs = Math.round((range.toAt - range.fromAt) / STEPS / DAY_MS) * DAY_MS;
  for (const key of truths.keys()) {
    if (random() >= DECLINING_SHARE) continue;
    truths.set(key, "declining");
    const [array = "", row, column] = key.split("/");
    const loss = 1 - (1 - between(random, [0.08, 0.25])) ** (1 / STEPS);
    const place = {
      array,
      rows: [Number(row), Number(row)],
      columns: [Number(column), Number(column)],
    } as const;
    for (let step = 1; step <= STEPS; step++)
      faults.push({
        kind: "soiling",
        loss,
        from: range.fromAt + step * stepMs,
        array,
        rows: [...place.rows],
        columns: [...place.columns],
      });
  }
  return { ...plant, truths, site: { ...plant.site, faults: [...plant.site.faults, ...faults] } };
}

/** Whether a fault takes the power of a whole string. */
export const isStringDown = (fault: Fault): fault is Extract<Fault, { kind: "string-down" }> =>
  fault.kind === "string-down";
