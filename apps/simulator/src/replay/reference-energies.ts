/**
 * Energies straight from the files' cells, by nothing but a sum: what the console must show within 0.5 %. They share no code
 * with the readers, which they check.
 */

const QUARTER_H = 0.25;

/** Energy in Wh by the calendar day the file writes. */
export type DayEnergies = Map<string, number>;

function cellsOf(text: string): { header: string[]; rows: string[][] } {
  const [header = [], ...rows] = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) => line.split(","));
  return { header: header.map((name) => name.replace(/__\d+$/, "")), rows };
}

/** 'YYYY-MM-DD' of `2022-01-02 00:01:00` and of `1/2/2022 0:15`. */
function dayOf(stamp: string): string {
  const us = /^(\d+)\/(\d+)\/(\d{4})/.exec(stamp);
  return us ? `${us[3]}-${us[1]!.padStart(2, "0")}-${us[2]!.padStart(2, "0")}` : stamp.slice(0, 10);
}

function sumByDay(rows: readonly string[][], powerOf: (cells: string[]) => number | null): DayEnergies {
  const days: DayEnergies = new Map();
  for (const cells of rows) {
    const powerW = powerOf(cells);
    const day = dayOf(cells[0]!);
    if (powerW !== null) days.set(day, (days.get(day) ?? 0) + powerW * QUARTER_H);
  }
  return days;
}

/** Sum of |V·I| · 15 min over the pairs of columns, on the days that have values. */
export function voltAmpereEnergies(text: string, pairs: readonly (readonly [string, string])[]): DayEnergies {
  const { header, rows } = cellsOf(text);
  const indices = pairs.map(([volts, amperes]) => [header.indexOf(volts), header.indexOf(amperes)] as const);
  return sumByDay(rows, (cells) => {
    const filled = indices.filter(([volts, amperes]) => cells[volts] !== "" && cells[amperes] !== "");
    if (filled.length === 0) return null;
    return filled.reduce(
      (sum, [volts, amperes]) => sum + Math.abs(Number(cells[volts]) * Number(cells[amperes])),
      0,
    );
  });
}

/** Sum of a column's positive watts · 15 min, on the days that have values. */
export function positivePowerEnergies(text: string, column: string): DayEnergies {
  const { header, rows } = cellsOf(text);
  const index = header.indexOf(column);
  return sumByDay(rows, (cells) => (cells[index] === "" ? null : Math.max(Number(cells[index]), 0)));
}

/**
 * Area under a column's positive watts, whose stamps are in UTC, on the days of a zone that never changes its clock that have
 * values. Nothing is known of the time between readings that are more than half an hour apart.
 */
export function positivePowerAreas(text: string, column: string, utcOffsetH: number): DayEnergies {
  const { header, rows } = cellsOf(text);
  const index = header.indexOf(column);
  const readings = rows.flatMap((cells) =>
    cells[index] === "" ? [] : [{ at: Date.parse(cells[0]!), powerW: Math.max(Number(cells[index]), 0) }],
  );
  const days: DayEnergies = new Map();
  for (const [line, { at, powerW }] of readings.entries()) {
    const day = new Date(at + utcOffsetH * 3_600_000).toISOString().slice(0, 10);
    const next = readings[line + 1];
    const hours = next === undefined ? 0 : (next.at - at) / 3_600_000;
    const areaWh = next !== undefined && hours <= 2 * QUARTER_H ? ((powerW + next.powerW) / 2) * hours : 0;
    days.set(day, (days.get(day) ?? 0) + areaWh);
  }
  return days;
}

/** Days with a reading of the column within three hours of noon, on a clock that many hours ahead of UTC. */
export function daysWithNoon(text: string, column: string, utcOffsetH: number): Set<string> {
  const { header, rows } = cellsOf(text);
  const index = header.indexOf(column);
  const times = rows
    .filter((cells) => cells[index] !== "")
    .map((cells) => new Date(Date.parse(cells[0]!) + utcOffsetH * 3_600_000));
  const isNearNoon = (time: Date): boolean =>
    Math.abs(time.getUTCHours() + time.getUTCMinutes() / 60 - 12) <= 3;
  return new Set(times.filter(isNearNoon).map((time) => time.toISOString().slice(0, 10)));
}

/** Growth of a counter in Wh whose falls add nothing, and how often it fell. */
export function counterGrowth(text: string, column: string): { energyWh: number; resets: number } {
  const { header, rows } = cellsOf(text);
  const values = rows.map((cells) => Number(cells[header.indexOf(column)]));
  let energyWh = 0;
  let resets = 0;
  for (let line = 1; line < values.length; line++) {
    const growthWh = values[line]! - values[line - 1]!;
    if (growthWh < 0) resets++;
    else energyWh += growthWh;
  }
  return { energyWh, resets };
}

/** Filled rows of a calendar day: minutes since its start on the file's clock, and the numbers of the columns. */
export function readingsOfDay(text: string, day: string, columns: readonly string[]): Map<number, number[]> {
  const { header, rows } = cellsOf(text);
  const indices = columns.map((column) => header.indexOf(column));
  return new Map(
    rows
      .filter((cells) => dayOf(cells[0]!) === day && indices.every((index) => cells[index] !== ""))
      .map((cells) => {
        const [hour, minute] = cells[0]!.slice(11).split(":").map(Number);
        return [hour! * 60 + minute!, indices.map((index) => Number(cells[index]))];
      }),
  );
}
