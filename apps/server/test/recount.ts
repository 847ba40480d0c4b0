import type { Tariff } from "@heliograph/contract";
import type { Birth, Data } from "@heliograph/protocol";
import type { DatedZones } from "./local-prices.ts";
import { findPrice, findTariff, readDatedClock } from "./local-prices.ts";
import type { SentMessage } from "./year-of-reports.ts";

/**
 * Energies and earnings computed from the messages a gateway has sent, without any of the server's code and without its tables:
 * by the rules as docs/earnings.md and ADR 4 state them.
 */

const QUARTER_MS = 15 * 60_000;
const MAX_GAP_MS = 26 * 3_600_000;
/** Wh of each quarter hour (start in UTC ms) by level. */
export type RecountedEnergies = Readonly<
  Record<"ac-meter" | "string" | "module", ReadonlyMap<number, number>>
>;

interface Counter {
  readonly level: keyof RecountedEnergies;
  /** Wh by instant in UTC ms. */
  readonly readings: Map<number, number>;
}

/** The gateway's own counter is that of its AC meter; the others are those of strings and of modules. */
function describeUnit(birth: Birth, index: number): { sn: string; level: Counter["level"] } {
  if (index === 0) return { sn: birth.gateway.sn, level: "ac-meter" };
  const [, sn = "", type] = birth.units.find(([unit]) => unit === index) ?? [];
  return { sn, level: type === "SCON" || type === "MCON" ? "string" : "module" };
}

/** Readings of each counter by instant; a message that came twice has the same ones. */
function readCounters(messages: readonly SentMessage[]): Map<string, Counter> {
  const births = new Map<number, Birth>();
  const counters = new Map<string, Counter>();
  const read = (birth: Birth, { t, c, d }: Data): void => {
    const [indices = [], ...cells] = d;
    const columns = birth.columns[String(c) as keyof typeof birth.columns] ?? [];
    for (const [row, index] of indices.entries()) {
      if (index === null) continue;
      const readCell = (...names: string[]): number | undefined => {
        const column = columns.findIndex(([name]) => names.includes(name));
        const cell = cells[column]?.[row];
        return typeof cell === "number" ? cell * (columns[column]?.[2] ?? 1) : undefined;
      };
      const counterWh = readCell("ea", "eh");
      if (counterWh === undefined) continue;
      const { sn, level } = describeUnit(birth, index);
      const counter = counters.get(sn) ?? { level, readings: new Map() };
      counters.set(sn, counter);
      counter.readings.set(t + (readCell("dt") ?? 0) * 1000, counterWh);
    }
  };
  for (const { topic, message } of messages) {
    if (topic === "upBirth") births.set(message.rev, message);
    else read(births.get(message.rev) as Birth, message);
  }
  return counters;
}

export function recountEnergies(messages: readonly SentMessage[]): RecountedEnergies {
  const byLevel = {
    "ac-meter": new Map<number, number>(),
    string: new Map<number, number>(),
    module: new Map<number, number>(),
  };
  for (const { level, readings } of readCounters(messages).values()) {
    const quarters = byLevel[level];
    const add = (quarter: number, energyWh: number) =>
      quarters.set(quarter * QUARTER_MS, (quarters.get(quarter * QUARTER_MS) ?? 0) + energyWh);
    const ordered = [...readings].toSorted(([one], [other]) => one - other);
    for (const [position, [toAt, toWh]] of ordered.entries()) {
      const [fromAt, fromWh] = ordered[position - 1] ?? [];
      if (fromAt === undefined || fromWh === undefined || toWh < fromWh) continue;
      const growthWh = toWh - fromWh;
      if (toAt - fromAt > MAX_GAP_MS) {
        add(Math.floor(toAt / QUARTER_MS), growthWh);
        continue;
      }
      const perMs = growthWh / (toAt - fromAt);
      for (let at = fromAt; at < toAt; ) {
        const quarter = Math.floor(at / QUARTER_MS);
        const endAt = Math.min(toAt, (quarter + 1) * QUARTER_MS);
        add(quarter, perMs * (endAt - at));
        at = endAt;
      }
    }
  }
  return byLevel;
}

export interface RecountedSums {
  energyWh: number;
  amount: number;
  unpricedWh: number;
}

export function sumUp(sums: Iterable<RecountedSums>): RecountedSums {
  const total = { energyWh: 0, amount: 0, unpricedWh: 0 };
  for (const { energyWh, amount, unpricedWh } of sums) {
    total.energyWh += energyWh;
    total.amount += amount;
    total.unpricedWh += unpricedWh;
  }
  return total;
}

/** Sums by local day and by the first day of the tariff. */
export function recountEarnings(
  energies: ReadonlyMap<number, number>,
  options: {
    zones: DatedZones;
    versions: Readonly<Record<string, Tariff>>;
    /** DC energies are multiplied by it. */
    factor: number;
  },
): { days: Map<string, RecountedSums>; tariffs: Map<string, RecountedSums> } {
  const { zones, versions, factor } = options;
  const read = readDatedClock(zones);
  const days = new Map<string, RecountedSums>();
  const tariffs = new Map<string, RecountedSums>();
  for (const [at, energyWh] of energies) {
    const { day, minutes } = read(at);
    const { validFrom, tariff } = findTariff(versions, day);
    const price = findPrice(tariff, minutes);
    for (const [sums, key] of [
      [days, day],
      [tariffs, validFrom],
    ] as const) {
      const sum = sums.get(key) ?? { energyWh: 0, amount: 0, unpricedWh: 0 };
      sums.set(key, sum);
      sum.energyWh += energyWh;
      if (price === undefined) sum.unpricedWh += energyWh;
      else sum.amount += (energyWh / 1000) * price * factor;
    }
  }
  return { days, tariffs };
}
