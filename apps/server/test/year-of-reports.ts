import { randomBytes } from "node:crypto";
import type { Birth, Data } from "@heliograph/protocol";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const STEP_MS = 10 * MINUTE_MS;
const MESSAGE_MS = 2 * HOUR_MS;
const UNITS = 2;

export type SentMessage =
  | { readonly topic: "upBirth"; readonly message: Birth }
  | { readonly topic: "upData" | "upHistory"; readonly message: Data };

/** A device with its lifetime counter, which its message shows in whole Wh. */
interface Unit {
  sn: string;
  counterWh: number;
  readonly ratedW: number;
}

interface Reading {
  readonly at: number;
  readonly metersWh: number;
  readonly unitsWh: readonly number[];
}

const createSn = (): string => `OPT-${randomBytes(5).toString("hex").toUpperCase()}`;

function createBirth(sn: string, rev: number, at: number, units: readonly Unit[]): Birth {
  return {
    v: 1,
    session: rev,
    rev,
    t: at,
    clock: "ntp",
    gateway: { sn, type: "DCON", model: "HG-100", hw: "1.0", sw: "2.0.0", hplc: "3.1" },
    interval: 600,
    cap: [],
    units: units.map((unit, index): Birth["units"][number] => [
      index + 1,
      unit.sn,
      "OPT",
      "MX-600",
      "1.2",
      "3.0",
      { parent: 0, pos: `A${index + 1}` },
    ]),
    columns: {
      "1": [
        ["dt", "s", 1],
        ["ea", "Wh", 1],
      ],
      "3": [
        ["dt", "s", 1],
        ["eh", "Wh", 1],
      ],
    },
  };
}

/**
 * What a gateway with an AC meter and two optimizers sends in a year, in the order of sending: reports every ten minutes by
 * day and every two hours by night, collected over two hours. In it: 40 minutes, five hours, 22 hours and three days
 * without any readings; four days that are sent last, the latest first; every fiftieth message twice; a counter that starts anew
 * by day and one that does by night; a device that is replaced.
 */
export function writeYearOfReports(options: {
  sn: string;
  fromAt: number;
  toAt: number;
  /** UTC hour of the solar noon. */
  noonHour: number;
  random: () => number;
}): SentMessage[] {
  const { sn, fromAt, toAt, noonHour, random } = options;
  const units: Unit[] = Array.from({ length: UNITS }, (_, index) => ({
    sn: createSn(),
    counterWh: Math.floor(random() * 1e6),
    ratedW: 380 + 40 * index,
  }));
  let meterWh = Math.floor(random() * 1e6);
  const dayAt = (day: number, hour: number): number =>
    fromAt + day * DAY_MS + (noonHour - 12 + hour) * HOUR_MS;
  const isOut = (at: number): boolean =>
    [
      [dayAt(40, 11), dayAt(40, 11.7)],
      [dayAt(90, 10), dayAt(90, 15)],
      [dayAt(120, 9), dayAt(121, 7)],
      [dayAt(180, 9), dayAt(183, 9)],
    ].some(([from = 0, to = 0]) => at >= from && at < to);
  const isLate = (at: number): boolean => [60, 61, 151, 300].includes(Math.floor((at - fromAt) / DAY_MS));
  const restarts = [
    { at: dayAt(100, 13), unit: 0 },
    { at: dayAt(200, 1), unit: 1 },
  ];
  const replacedAt = dayAt(150, 8);

  const now: SentMessage[] = [{ topic: "upBirth", message: createBirth(sn, 1, fromAt, units) }];
  const late: SentMessage[] = [];
  let rev = 1;
  let seq = 0;
  let cloud = 1;
  let lastAt = fromAt;
  let readings: Reading[] = [];

  function send(): void {
    const last = readings.at(-1);
    if (!last) return;
    const dt = readings.map(({ at }) => Math.round((at - last.at) / 1000));
    const ofUnits = Array.from({ length: UNITS }, (_, index) =>
      readings.map(({ unitsWh }) => unitsWh[index] ?? null),
    );
    const tables: [table: number, cells: (number | null)[][]][] = [
      [1, [dt.map(() => 0), dt, readings.map(({ metersWh }) => metersWh)]],
      [
        3,
        [
          ofUnits.flatMap((rows, index) => rows.map(() => index + 1)),
          ofUnits.flatMap(() => dt),
          ofUnits.flat(),
        ],
      ],
    ];
    for (const [table, cells] of tables) {
      const message: Data = { v: 1, rev, s: ++seq, t: last.at, c: table, d: cells };
      if (isLate(last.at)) late.unshift({ topic: "upHistory", message });
      else now.push({ topic: "upData", message });
      if (seq % 50 === 0) now.push({ topic: "upHistory", message });
    }
    readings = [];
  }

  for (let stepAt = fromAt; stepAt < toAt; stepAt += STEP_MS) {
    // Whole seconds, since the times of readings are in seconds.
    const at = stepAt + Math.floor(random() * 120) * 1000;
    if ((stepAt - fromAt) % DAY_MS === 0) cloud = 0.2 + 0.8 * random();
    const solarHour = (((at / HOUR_MS - noonHour + 12) % 24) + 24) % 24;
    const sun = Math.max(0, Math.sin((Math.PI * (solarHour - 6)) / 12)) * cloud;
    const hours = (at - lastAt) / HOUR_MS;
    for (const unit of units) unit.counterWh += unit.ratedW * sun * hours;
    meterWh += units.reduce((sum, { ratedW }) => sum + ratedW, 0) * sun * hours * 0.97;
    for (const { at: restartAt, unit } of restarts)
      if (restartAt > lastAt && restartAt <= at) (units[unit] as Unit).counterWh = 0;
    if (replacedAt > lastAt && replacedAt <= at) {
      send();
      Object.assign(units[1] as Unit, { sn: createSn(), counterWh: 12_345 });
      now.push({ topic: "upBirth", message: createBirth(sn, ++rev, at, units) });
    }
    lastAt = at;
    const isNight = sun === 0 && (stepAt - fromAt) % MESSAGE_MS !== 0;
    if (!isNight && !isOut(at))
      readings.push({
        at,
        metersWh: Math.floor(meterWh),
        unitsWh: units.map(({ counterWh }) => Math.floor(counterWh)),
      });
    if ((stepAt + STEP_MS - fromAt) % MESSAGE_MS === 0) send();
  }
  send();
  return [...now, ...late];
}
