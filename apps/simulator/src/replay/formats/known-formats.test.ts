import { VALUE_NAMES } from "@heliograph/protocol";
import { energyByWindow, plantDayOf, sunPosition } from "@heliograph/solar";
import { describe, expect, it } from "vitest";
import { describeDatasets } from "../../../test/datasets.ts";
import type { Recording } from "../recording.ts";
import type { DayEnergies } from "../reference-energies.ts";
import { counterGrowth, positivePowerEnergies, voltAmpereEnergies } from "../reference-energies.ts";
import { readSource, sourceOf } from "../source-file.ts";
import { explainUnknown, findFormat, KNOWN_FORMATS, readRecording } from "./known-formats.ts";

function readFile(path: string): { id: string; recording: Recording; text: string } {
  const source = readSource(path);
  const format = findFormat(source)!;
  return { id: format.id, recording: readRecording(format, source), text: source.text };
}

/** Growth of the units' own counters by local day, as the server counts it. */
function counterEnergies({ samples, place }: Recording, isCounted: (unit: number) => boolean): DayEnergies {
  const days: DayEnergies = new Map();
  for (const [unit, own] of Map.groupBy(samples, (sample) => sample.unit)) {
    if (!isCounted(unit)) continue;
    const readings = own.flatMap(({ at, values }) => {
      const counterWh = unit === 0 ? values.ea : values.eh;
      return typeof counterWh === "number" ? [{ at, counterWh }] : [];
    });
    for (const [startAt, { energyWh }] of energyByWindow(readings)) {
      const day = plantDayOf(startAt, place.timeZone);
      days.set(day, (days.get(day) ?? 0) + energyWh);
    }
  }
  return days;
}

function expectSameDays(counted: DayEnergies, reference: DayEnergies, minWh = 0.01): void {
  expect([...counted.keys()].sort()).toEqual([...reference.keys()].sort());
  for (const [day, wh] of reference) {
    const tolerance = Math.max(wh * 0.005, minWh);
    expect(Math.abs(counted.get(day)! - wh), `${day}: ${counted.get(day)} beside ${wh} Wh`).toBeLessThan(
      tolerance,
    );
  }
}

const isString = (unit: number) => unit > 0;
const isMeter = (unit: number) => unit === 0;

/** What is wrong with the samples: their order, their units, their columns, their numbers. */
function listFlaws({ samples, units, gatewayValues, unitValues }: Recording): string[] {
  return samples.flatMap(({ unit, at, values }, index) => {
    const allowed: readonly string[] = unit === 0 ? gatewayValues : unitValues;
    const entries = Object.entries(values);
    const flaws = [
      index > 0 && at < samples[index - 1]!.at && "goes back in time",
      unit > units.length && "is of no unit",
      entries.some(([name]) => !allowed.includes(name)) && "has a value without a column",
      entries.some(([, value]) => value !== null && !Number.isFinite(value)) && "holds no number",
      entries.length === 0 && "is empty",
    ];
    return flaws.flatMap((flaw) => (flaw === false ? [] : [`sample ${index} ${flaw}`]));
  });
}

function expectSoundRecording(recording: Recording): void {
  expect(listFlaws(recording)).toEqual([]);
  const { gatewayValues, unitValues } = recording;
  expect(VALUE_NAMES).toEqual(expect.arrayContaining([...gatewayValues, ...unitValues]));
}

describeDatasets("two half strings", ["strings/serf_west_15min.csv"], (pathOf) => {
  const load = () => readFile(pathOf("strings/serf_west_15min.csv"));

  it("become two string controllers beside the gateway's AC meter", () => {
    const { id, recording } = load();
    expect(id).toBe("half-strings");
    expect(recording.units.map(({ type }) => type)).toEqual(["SCON", "SCON"]);
    expect(recording.meteringLevel).toBe("string");
    expect(recording.samples).toHaveLength(480 * 3);
    expectSoundRecording(recording);
  });

  it("count the energy of |V·I| day by day within 0.5 %", () => {
    const { recording, text } = load();
    const reference = voltAmpereEnergies(text, [
      ["dc_pos_voltage", "dc_pos_current"],
      ["dc_neg_voltage", "dc_neg_current"],
    ]);
    expect(reference.get("2022-01-04")).toBeCloseTo(33_010.65, 1);
    expectSameDays(counterEnergies(recording, isString), reference);
    // On the darkest day the meter swings around 0 W, where rectangles and trapezoids part by a Wh.
    expectSameDays(counterEnergies(recording, isMeter), positivePowerEnergies(text, "ac_power"), 1.5);
  });

  it("take the ambient temperature from its own column, not from the copy of the AC power", () => {
    const temperatures = load().recording.samples.flatMap(({ values }) =>
      typeof values.ta === "number" ? [values.ta] : [],
    );
    expect(Math.max(...temperatures)).toBeLessThan(20);
    expect(Math.min(...temperatures)).toBeCloseTo(-17.043, 3);
  });
});

describeDatasets("a combiner under snow", ["strings/snow_data.csv"], (pathOf) => {
  const load = () => readFile(pathOf("strings/snow_data.csv"));

  it("becomes one string controller that is silent at night", () => {
    const { id, recording } = load();
    expect(id).toBe("combiner");
    expect(recording.units.map(({ type }) => type)).toEqual(["SCON"]);
    expect(recording.samples.filter(({ unit }) => unit === 1)).toHaveLength(233);
    expectSoundRecording(recording);
  });

  it("counts the energy of |V·I| day by day within 0.5 %", () => {
    const { recording, text } = load();
    const reference = voltAmpereEnergies(text, [["INV1 CB2 Voltage [V]", "INV1 CB2 Current [A]"]]);
    expect(reference.get("2022-01-10")).toBeCloseTo(48_868.92, 1);
    expectSameDays(counterEnergies(recording, isString), reference);
  });

  it("is at the place that its own sun angles imply", () => {
    const { recording, text } = load();
    const { latitude, longitude } = recording.place;
    const noon = text
      .split(/\r?\n/)
      .find((line) => line.startsWith("1/8/2022 12:00,"))!
      .split(",");
    const at = Date.UTC(2022, 0, 8, 12 + 5);
    const { elevationDeg } = sunPosition({ latitude: latitude!, longitude: longitude!, at });
    expect(elevationDeg).toBeCloseTo(Number(noon[10]), 2);
  });
});

describeDatasets("an inverter's DC input", ["strings/nrel_RSF_II.csv"], (pathOf) => {
  const load = () => readFile(pathOf("strings/nrel_RSF_II.csv"));

  it("becomes one string controller, and its AC side the meter", () => {
    const { id, recording, text } = load();
    expect(id).toBe("inverter-input");
    expectSoundRecording(recording);
    const dc = voltAmpereEnergies(text, [["inv2_dc_voltage", "inv2_dc_current"]]);
    expectSameDays(counterEnergies(recording, isString), dc);
    expectSameDays(counterEnergies(recording, isMeter), positivePowerEnergies(text, "inv2_ac_power_w"));
  });

  it("is read in a time zone in which it has power only while the sun is up", () => {
    const { samples, place } = load().recording;
    for (const { at, values } of samples) {
      if ((values.pa ?? 0) < 1_000) continue;
      const { elevationDeg } = sunPosition({ latitude: place.latitude!, longitude: place.longitude!, at });
      expect(elevationDeg).toBeGreaterThan(0);
    }
  });
});

describeDatasets(
  "AC power alone",
  [
    "power/serf_east_15min_ac_power.csv",
    "power/nrel-system50-ac-power-15min.csv.gz",
    "power/ac_power_inv_2173_stale_data.csv",
  ],
  (pathOf) => {
    it("becomes an AC meter in the time zone of its stamps", () => {
      const { id, recording, text } = readFile(pathOf("power/serf_east_15min_ac_power.csv"));
      expect(id).toBe("ac-power");
      expect(recording).toMatchObject({ meteringLevel: "ac-meter", units: [] });
      expect(recording.place.timeZone).toBe("Etc/GMT+7");
      expectSoundRecording(recording);
      expectSameDays(counterEnergies(recording, isMeter), positivePowerEnergies(text, "ac_power"));
    });

    it("is unpacked from gzip, gets the zone of its noon, and keeps its outages empty", () => {
      const { id, recording } = readFile(pathOf("power/nrel-system50-ac-power-15min.csv.gz"));
      expect(id).toBe("ac-power");
      expect(recording.place.timeZone).toBe("Etc/GMT+7");
      expect(recording.samples).toHaveLength(95_232 - 2_904);
      expectSoundRecording(recording);
    });

    it("is scaled where it is normalised, and leaves out what is empty", () => {
      const { id, recording } = readFile(pathOf("power/ac_power_inv_2173_stale_data.csv"));
      expect(id).toBe("normalised-power");
      expect(recording.samples).toHaveLength(1_851);
      expect(Math.max(...recording.samples.map(({ values }) => values.pa!))).toBeCloseTo(7_981.475, 3);
      expectSoundRecording(recording);
    });
  },
);

const watts = ({ samples }: Recording) => samples.map(({ values }) => values.pw!).sort((a, b) => a - b);

describeDatasets(
  "snapshots of microinverters",
  [
    "modules/8.2.4345_with_device_data__ivp_pdm_device_data.json",
    "modules/8.2.4345_with_device_data__api_v1_production_inverters.json",
    "modules/8.3.5169_with_generator__ivp_pdm_device_data.json",
    "modules/8.3.5289_modGone__ivp_pdm_device_data.json",
    "modules/8.1.41__api_v1_production_inverters.json",
    "modules/5.0.62__api_v1_production_inverters.json",
  ],
  (pathOf) => {
    it("keep a partly shaded roof's watts beside instants of V and A that do not multiply to them", () => {
      const { id, recording } = readFile(
        pathOf("modules/8.2.4345_with_device_data__ivp_pdm_device_data.json"),
      );
      expect(id).toBe("microinverter-readings");
      expect(recording).toMatchObject({ isSnapshot: true, meteringLevel: "module" });
      expect(watts(recording)).toEqual([
        34, 64, 78, 84, 85, 130, 216, 227, 227, 232, 232, 236, 239, 255, 255,
      ]);
      const bright = recording.samples.find(({ values }) => values.vi === 31.117)!;
      expect(bright.values).toMatchObject({ ii: 2.598, pw: 255, tp: 41, eh: 359_500_950 / 3600 });
      expectSoundRecording(recording);
    });

    it("give the same watts from either of the gateway's two lists", () => {
      const readings = readFile(pathOf("modules/8.2.4345_with_device_data__ivp_pdm_device_data.json"));
      const list = readFile(pathOf("modules/8.2.4345_with_device_data__api_v1_production_inverters.json"));
      expect(list.id).toBe("microinverter-watts");
      expect(watts(list.recording)).toEqual(watts(readings.recording));
    });

    it("list a missing module without values", () => {
      const { recording } = readFile(pathOf("modules/8.3.5289_modGone__ivp_pdm_device_data.json"));
      expect(recording.units).toHaveLength(15);
      expect(recording.samples).toHaveLength(12);
      const gone = ["900000000004", "900000000006", "900000000012"];
      const silent = recording.units.filter(
        (_, index) => !recording.samples.some(({ unit }) => unit === index + 1),
      );
      expect(silent.map(({ serial }) => serial)).toEqual(gone);
    });

    it("count the microinverters and nothing else of a gateway", () => {
      const count = (file: string) => readFile(pathOf(`modules/${file}`)).recording.units.length;
      expect(count("8.3.5169_with_generator__ivp_pdm_device_data.json")).toBe(20);
      expect(count("8.1.41__api_v1_production_inverters.json")).toBe(44);
      expect(count("5.0.62__api_v1_production_inverters.json")).toBe(40);
    });
  },
);

describeDatasets(
  "optimizers",
  ["modules/tigo-ts4-energy-4s.csv", "modules/taptap-observe-sample.jsonl"],
  (pathOf) => {
    it("send their counter unchanged, falls and hundredths of a Wh included", () => {
      const { id, recording, text } = readFile(pathOf("modules/tigo-ts4-energy-4s.csv"));
      expect(id).toBe("optimizer-counter");
      const growth = counterGrowth(text, "state");
      expect(growth.resets).toBe(2);
      expect(growth.energyWh).toBeCloseTo(429.44, 2);
      expect(counterEnergies(recording, isString).get("2026-03-07")).toBeCloseTo(growth.energyWh, 6);
      expect(recording.samples[0]!.values.eh).toBe(399.23);
      expectSoundRecording(recording);
    });

    it("read from JSON lines keep input and output apart", () => {
      const { id, recording } = readFile(pathOf("modules/taptap-observe-sample.jsonl"));
      expect(id).toBe("optimizer-lines");
      expect(recording.units.map(({ label }) => label)).toEqual(["N19", "N82", "N116", "N121"]);
      expect(recording.samples).toHaveLength(8);
      const bucking = recording.samples.find(({ unit }) => unit === 4)!;
      expect(bucking.values).toMatchObject({ vi: 29.8, vo: 21.9, ii: 5.25, tp: 29.8 });
      expectSoundRecording(recording);
    });
  },
);

describeDatasets(
  "weather",
  [
    "weather/tmy3-greensboro-723170.csv.gz",
    "weather/pvgis-tmy-45N-8E.csv.gz",
    "weather/nsrdb-psm4-one-day-5min.csv",
    "weather/nsrdb-psm4-2023-30min-40.53N-108.54W.csv.gz",
    "power/nrel-system50-weather-30min.csv.gz",
  ],
  (pathOf) => {
    it.each([
      "weather/tmy3-greensboro-723170.csv.gz",
      "weather/pvgis-tmy-45N-8E.csv.gz",
      "weather/nsrdb-psm4-one-day-5min.csv",
      "weather/nsrdb-psm4-2023-30min-40.53N-108.54W.csv.gz",
      "power/nrel-system50-weather-30min.csv.gz",
    ])("is no device: %s", (file) => {
      const source = readSource(pathOf(file));
      expect(findFormat(source)).toBeUndefined();
      expect(explainUnknown(source)).toMatch(/holds weather, and weather is no device/);
    });
  },
);

describe("detection of a format by content", () => {
  const header = "measured_on,ac_power\n";

  it("whatever its name says", () => {
    const format = findFormat(sourceOf("snow_data.csv", `${header}2026-01-01 12:00:00-07:00,5\n`));
    expect(format?.id).toBe("ac-power");
  });

  it.each(["a,b\n1,2\n", "{}", "[]", "[1]", '{"pcu":null}', "hello", "\u0000\u0001"])(
    "and %j is in no format",
    (text) => {
      const source = sourceOf("some.csv", text);
      expect(findFormat(source)).toBeUndefined();
      expect(explainUnknown(source)).toMatch(/some\.csv is in no format/);
    },
  );

  it("of one format only", () => {
    const ids = KNOWN_FORMATS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("and a cell that is no number is named by its line and column", () => {
    const source = sourceOf(
      "x.csv",
      `${header}2026-01-01 12:00:00-07:00,5\n2026-01-01 12:15:00-07:00,five\n`,
    );
    expect(() => readRecording(findFormat(source)!, source)).toThrow(
      'x.csv, line 3, ac_power: "five" is no number.',
    );
  });

  it("and a header alone holds no measured value", () => {
    const source = sourceOf("x.csv", header);
    expect(() => readRecording(findFormat(source)!, source)).toThrow("x.csv holds no measured value.");
  });

  it("and a stamp without its offset is refused", () => {
    const source = sourceOf("x.csv", `${header}2026-01-01 12:00:00,5\n`);
    expect(() => readRecording(findFormat(source)!, source)).toThrow("no time with its offset");
  });
});
