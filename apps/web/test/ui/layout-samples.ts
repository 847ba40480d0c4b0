import type { DataInputOf, endpoints } from "@heliograph/contract";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { encodeDayFile } from "@heliograph/contract/layout-day";

export type SampleLayout = DataInputOf<typeof endpoints.layout.get>;

const steps = 288;

/** Two rows of three modules: 1 to 5 give 100 to 500 W at noon, module 6 has no data. */
export const sampleLayout: SampleLayout = {
  arrangement: "published",
  version: { number: 3, publishedAt: "2026-05-01T08:00:00.000Z", publishedBy: "Ana" },
  background: null,
  groups: [
    {
      ...{ name: "South", rows: 2, columns: 3, tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 0, yM: 0 },
      ...{ moduleWidthM: 1.15, moduleHeightM: 1.78 },
    },
  ],
  units: [
    { key: 90, type: "DCON", deviceId: null, sn: "GW-1", label: "", ratedPowerW: null, parent: null },
    ...[1, 2, 3, 4, 5, 6].map((key) => ({
      ...{ key, type: "OPT" as const, deviceId: null, sn: `SN-000${key}`, label: `A1-${key}` },
      ...{ ratedPowerW: 400, parent: 0 },
    })),
  ],
  cells: {
    group: Array(6).fill(0),
    row: [0, 0, 0, 1, 1, 1],
    column: [0, 1, 2, 0, 1, 2],
    unit: [1, 2, 3, 4, 5, 6],
  },
};

/** Values of a day: the modules give them from 6:00 to 12:00, less power on a day with clouds. */
export async function createDayFile(
  day: string,
  lessW = 0,
  isEmpty = false,
  dark: readonly number[] = [],
): Promise<Blob> {
  const fromAt = Date.parse(`${day}T00:00:00Z`);
  const units = [1, 2, 3, 4, 5];
  const plane = (count: (unit: number) => number): Uint16Array =>
    Uint16Array.from({ length: units.length * steps }, (_, index) =>
      !isEmpty && index % steps >= 72 && index % steps <= 144 ? count(units[Math.floor(index / steps)]!) : 0,
    );
  const file: DayPlanes = {
    header: {
      ...{
        day,
        timeZone: "UTC",
        fromAt,
        toAt: fromAt + 86_400_000,
        stepS: 300,
        steps,
        source: "samples",
        units,
      },
      ...{ powerScales: units.map(() => 0.5), open: {}, dark: [...dark] },
    },
    planes: {
      powerW: plane((unit) => unit * 200 - lessW * 2 + 1),
      voltageV: plane(() => 381),
      currentA: plane(() => 501),
      temperatureC: plane(() => 261),
      signalDbm: plane((unit) => 141 - unit),
    },
  };
  return await compressDayFile(file);
}

/** A day as the server sends it. */
export async function compressDayFile({ header, planes }: DayPlanes): Promise<Blob> {
  const parts = [
    ...encodeDayFile({ header, filled: { from: 0, to: header.steps }, planeOf: (value) => planes[value] }),
  ];
  const body = new Blob(parts as BlobPart[]).stream().pipeThrough(new CompressionStream("gzip"));
  return await new Response(body).blob();
}

/** A plant without devices. */
export const emptyLayout: SampleLayout = {
  arrangement: "automatic",
  version: null,
  background: null,
  groups: [],
  units: [],
  cells: { group: [], row: [], column: [], unit: [] },
};
