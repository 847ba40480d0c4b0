import { describe, expect, it } from "vitest";
import type { Recording } from "../recording.ts";
import { sourceOf } from "../source-file.ts";
import { findFormat, readRecording } from "./known-formats.ts";

function read(text: string): Recording {
  const source = sourceOf("some.csv", text);
  return readRecording(findFormat(source)!, source);
}

const HOUR_MS = 3_600_000;

/** Rows of 1 kW, every so many minutes through a day from midnight. */
function powerRows(stepMinutes: number, offset = "-07:00"): string[] {
  return Array.from({ length: (24 * 60) / stepMinutes }, (_, index) => {
    const wall = new Date(Date.UTC(2026, 2, 1) + index * stepMinutes * 60_000).toISOString();
    return `${wall.slice(0, 19).replace("T", " ")}${offset},1000`;
  });
}

const powerFile = (rows: readonly string[], header = "measured_on,ac_power") => [header, ...rows].join("\n");
const lastCounterWh = ({ samples }: Recording) => samples.at(-1)?.values.ea;

describe("the interval of a recording", () => {
  it.each([
    [5, 300],
    [15, 900],
    [60, 3_600],
    [180, 10_800],
  ])("of a row every %i minutes is %i s, and no energy is missing", (stepMinutes, intervalS) => {
    const recording = read(powerFile(powerRows(stepMinutes)));
    expect(recording.intervalS).toBe(intervalS);
    expect(lastCounterWh(recording)).toBeCloseTo((24 - stepMinutes / 60) * 1_000, 6);
  });

  it("is that of the rows between outages, over which no energy is made up", () => {
    const rows = powerRows(60).filter((_, index) => index < 6 || index > 12);
    const recording = read(powerFile(rows));
    expect(recording.intervalS).toBe(3_600);
    expect(lastCounterWh(recording)).toBeCloseTo(15_000, 6);
  });
});

describe("rows of a file", () => {
  const rows = powerRows(15);

  it("count the same in descending order", () => {
    expect(read(powerFile(rows.toReversed()))).toEqual(read(powerFile(rows)));
  });

  it("and its header count the same in quotes", () => {
    const quoted = rows.map((row) => `"${row.replace(",", '","')}"`);
    expect(read(powerFile(quoted, '"measured_on","ac_power"'))).toEqual(read(powerFile(rows)));
    const counter = (quote: string) =>
      [
        ["entity_id", "state", "last_changed"],
        ["sensor.c4_energy", "1.5", "2026-03-07T10:00:00Z"],
        ["sensor.c4_energy", "2.5", "2026-03-07T10:00:04Z"],
      ]
        .map((cells) => cells.map((cell) => `${quote}${cell}${quote}`).join(","))
        .join("\n");
    expect(read(counter('"'))).toEqual(read(counter("")));
  });

  it("that cannot be used are rejected with their reason, and the energy of the others stays", () => {
    const bad = [...rows];
    bad[10] = bad[10]!.replace("1000", "9e12");
    bad[20] = bad[20]!.replace("1000", "-9e12");
    bad[30] = bad[30]!.split(",")[0]!;
    bad.push(rows[40]!.replace("1000", "500"));
    const recording = read(powerFile(bad));
    expect(recording.rejections).toEqual([
      {
        reason: "ac_power: power of the AC meter not within -1000000000 to 1000000000 W",
        count: 2,
        first: "line 12",
      },
      { reason: "not as many cells as the header has columns", count: 1, first: "line 32" },
      { reason: "time stamp repeated", count: 1, first: "line 98" },
    ]);
    expect(recording.samples).toHaveLength(93);
    // The trapezoid spans one missing row.
    expect(lastCounterWh(recording)).toBeCloseTo(23_750, 6);
  });

  it("may be followed by empty cells", () => {
    expect(read(powerFile(rows.map((row) => `${row},`))).rejections).toEqual([]);
  });
});

describe("a column", () => {
  it.each([
    ["measured_on,ac_power__773,ac_power__774", "AC power (ac_power__773, ac_power__774)"],
    ["measured_on,ac_power_1,ac_power_2", "AC power (ac_power_1, ac_power_2)"],
  ])("of AC power that is not the only one refuses the file: %s", (header, names) => {
    const rows = powerRows(60).map((row) => `${row},2000`);
    expect(() => read(powerFile(rows, header))).toThrow(`some.csv has 2 columns of ${names}`);
  });

  it("of any other quantity as well", () => {
    const header =
      ",dc_pos_voltage__1,dc_pos_voltage__2,dc_pos_current,dc_neg_voltage,dc_neg_current,ac_power";
    expect(() => read(`${header}\n2026-03-01 12:00:00,400,410,5,400,5,3800\n`)).toThrow(
      "some.csv has 2 columns of dc_pos_voltage",
    );
  });
});

describe("the zone of a recording", () => {
  it.each([
    ["+05:30", "Asia/Kolkata"],
    ["+0545", "Asia/Kathmandu"],
    ["+06:30", "Asia/Yangon"],
    ["-09:30", "Pacific/Marquesas"],
    ["+14:00", "Etc/GMT-14"],
    ["-12:00", "Etc/GMT+12"],
  ])("with stamps at %s is %s, which keeps that clock all year", (offset, timeZone) => {
    const { place, samples } = read(powerFile(powerRows(60, offset)));
    expect(place.timeZone).toBe(timeZone);
    for (const month of [0, 6]) {
      const at = new Date(Date.UTC(2026, month, 1));
      const shown = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format(at);
      expect(shown.replace(":", "")).toContain(`GMT${offset.replace(":", "")}`);
    }
    expect(samples[1]!.at - samples[0]!.at).toBe(HOUR_MS);
  });

  it("that no place uses all year refuses the file", () => {
    expect(() => read(powerFile(powerRows(60, "-02:30")))).toThrow("No time zone is -2.5 hours ahead of UTC");
  });
});

describe("a snapshot", () => {
  const entry = (serialNumber: string, lastReportWatts: number) => ({
    serialNumber,
    lastReportDate: 1_780_000_000,
    lastReportWatts,
    maxReportWatts: 300,
  });

  it("rejects a module whose value is out of range, by its serial number", () => {
    const modules = [entry("M-1", 250), entry("M-2", 2_000_000), entry("M-3", -60_000)];
    const recording = read(JSON.stringify(modules));
    expect(recording.samples.map(({ values }) => values.pw)).toEqual([250]);
    expect(recording.units).toHaveLength(3);
    expect(recording.rejections).toEqual([
      { reason: "measured power not within -50000 to 1500000 W", count: 2, first: "M-2" },
    ]);
  });
});

it("a stamp that is on no calendar is refused", () => {
  const header = ",inv2_dc_voltage,inv2_dc_current,inv2_ac_power_w";
  expect(() => read(`${header}\n2022-02-30 12:00:00,400,5,1900\n`)).toThrow("no time of the calendar");
});
