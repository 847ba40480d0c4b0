import { ReplayError } from "./replay-error.ts";

const LOCAL_ISO = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/;
const LOCAL_US = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d)$/;
const OFFSET = /([+-])(\d\d):?(\d\d)$/;
const MINUTES_PER_HOUR = 60;
const HOUR_MS = 3_600_000;

/** UTC ms of a local stamp, `2022-01-02 00:01:00` or `1/2/2022 0:15`, on a clock this many hours ahead of UTC. */
export function parseLocal(stamp: string, offsetH: number): number {
  const iso = LOCAL_ISO.exec(stamp);
  const us = LOCAL_US.exec(stamp);
  const parts = iso?.slice(1) ?? (us && [us[3], us[1], us[2], us[4], us[5]]);
  if (!parts) throw new ReplayError(`"${stamp}" is no time as this format writes it.`);
  const [year, month, day, hour, minute, second] = parts.map((part) => Number(part ?? 0));
  const wall = new Date(Date.UTC(year!, month! - 1, day, hour, minute, second ?? 0));
  if (wall.getUTCDate() !== day || wall.getUTCMonth() !== month! - 1)
    throw new ReplayError(`"${stamp}" is no time of the calendar.`);
  return wall.getTime() - offsetH * HOUR_MS;
}

/** UTC ms of a stamp that carries its own offset. */
export function parseStamp(stamp: string): number {
  const at = /([zZ]|[+-]\d\d:?\d\d)$/.test(stamp) ? Date.parse(stamp.replace(" ", "T")) : Number.NaN;
  if (Number.isNaN(at)) throw new ReplayError(`"${stamp}" is no time with its offset from UTC.`);
  return at;
}

/** Hours ahead of UTC by the offset in a stamp, 5.5 for +05:30; undefined in UTC, which says nothing about the place. */
export function findOffsetH(stamp: string): number | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(stamp) ?? [];
  const offsetH = Number(hours ?? 0) + Number(minutes ?? 0) / MINUTES_PER_HOUR;
  if (offsetH === 0) return undefined;
  return sign === "-" ? -offsetH : offsetH;
}
