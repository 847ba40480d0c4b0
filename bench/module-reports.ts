import type { Birth, Data } from "@heliograph/protocol";
import { expandColumns } from "@heliograph/protocol";
import { emptySamples } from "../apps/server/src/modules/devices/link/intake/place-rows.ts";
import { joinSamples } from "../apps/server/src/modules/devices/link/intake/report-writer.ts";
import { createBirth } from "../apps/server/test/link.ts";

// Reports of gateways with many modules: nine values each, a different body for every gateway and report.

/** Lowest key of plants whose rows are inserted directly, far above those of the server. */
export const FIRST_DIRECT_KEY = 4_000_000;

/** The values of a sample, all of them present in every sample. */
export const MODULE_VALUES = ["vi", "ii", "vo", "io", "tp", "eh", "rs", "st", "sw"] as const;
/** State and switch are codes, the other values are measured. */
export const CODE_VALUES: ReadonlySet<string> = new Set<(typeof MODULE_VALUES)[number]>(["st", "sw"]);

/** Samples side by side: `columns.vi[3]` is the input voltage of the fourth one. */
export type SampleColumns = ReturnType<typeof createDirectColumns>;

const TABLE = "3";
const COLUMNS: Birth["columns"][string] = [
  ["dt", "s", 1],
  ["vi", "V", 0.01],
  ["ii", "A", 0.001],
  ["vo", "V", 0.01],
  ["io", "A", 0.001],
  ["tp", "C", 0.1],
  ["eh", "Wh", 1],
  ["rs", "dBm", 1],
  ["st", "", 1],
  ["sw", "", 1],
];
// 300 W: 1 Wh in 12 s.
const SECONDS_PER_WH = 12;

/** One report of one gateway. */
export interface ReportPlace {
  /** Position of the gateway in the bench, from 0. */
  readonly gateway: number;
  /** Number of the report, from 0. */
  readonly turn: number;
  readonly atMs: number;
}

export interface ReportShape {
  readonly modules: number;
  readonly intervalS: number;
}

/** A number from 0 to below `range` that looks random and is the same in every run. */
function spread(unit: number, turn: number, range: number): number {
  let bits = Math.imul(unit + 1, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) % range;
}

export function createModuleBirth(sn: string, modules: number): Birth {
  return { ...createBirth(sn, modules), columns: { [TABLE]: COLUMNS } };
}

export function createReport(
  { gateway, turn, atMs }: ReportPlace,
  { modules, intervalS }: ReportShape,
): Data {
  const rows = Array.from({ length: modules }, (_, row) => row);
  const column = (value: (unit: number, row: number) => number) =>
    rows.map((row) => value(gateway * modules + row, row));
  const energyWh = Math.floor((turn * intervalS) / SECONDS_PER_WH);
  return {
    v: 1,
    rev: 1,
    s: turn + 1,
    t: atMs,
    c: Number(TABLE),
    d: [
      rows.map((row) => row + 1),
      column((unit) => -spread(unit, turn, 10)),
      column((unit) => 3_900 + spread(unit, turn + 1_000, 300)),
      column((unit) => 8_000 + spread(unit, turn + 2_000, 900)),
      column((unit) => 3_850 + spread(unit, turn + 3_000, 300)),
      column((unit) => 7_900 + spread(unit, turn + 4_000, 900)),
      column((unit) => 350 + spread(unit, turn + 5_000, 80)),
      column((unit) => 1_000_000 + unit * 1_000 + energyWh),
      column((unit) => -60 - spread(unit, turn + 6_000, 20)),
      column(() => 4),
      column(() => 1),
    ],
  };
}

/** Columns of the samples table with the rows of these reports, as the link writes them, for plants that do not exist. */
export function createDirectColumns(places: readonly ReportPlace[], shape: ReportShape) {
  const { modules } = shape;
  const birth = createModuleBirth("DIRECT", modules);
  return joinSamples(
    places.map((place) => {
      const { count, unit, atMs, columns } = expandColumns(createReport(place, shape), birth);
      const key = FIRST_DIRECT_KEY + place.gateway;
      const firstUnit = FIRST_DIRECT_KEY + place.gateway * modules;
      const keys = Uint32Array.from(unit, (number) => firstUnit + number);
      return {
        gatewayKey: key,
        seq: place.turn + 1,
        hash: "1",
        sentAtMs: place.atMs,
        receivedAtMs: place.atMs,
        isHistory: false,
        samples: {
          ...emptySamples,
          count,
          plant: new Uint32Array(count).fill(key),
          device: keys,
          slot: keys,
          kind: new Array(count).fill("OPT"),
          atMs,
          columns,
        },
      };
    }),
  );
}
