import type { LayoutDraft } from "@heliograph/contract";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { compressDayFile } from "./layout-samples.ts";

const STEPS = 288;
const ROWS = 4;
const COLUMNS = 8;
const SUNRISE = 72;
const SUNSET = 216;
const FULL_W = 400;
const SHADED = 0.3;
const FULL_A = 10;

/** Step until which the shadow of the morning is on a module, to a part: it passes to the right and down. */
const shadeEnd = (unit: number): number => {
  const [row, column] = [Math.floor((unit - 1) / COLUMNS), (unit - 1) % COLUMNS];
  return SUNRISE + 6 + column * 4 + row * 2.5;
};

/** A roof with units 1 to 32 row by row, these pairs exchanged. */
export function makeShadedRoof(...swaps: readonly (readonly [number, number])[]): LayoutDraft {
  const shown = new Map(swaps.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]));
  return {
    groups: [
      {
        ...{ groupKey: "0a8b2c66-3a51-4f0f-9c61-54f0a53e5b01", name: "South", rows: ROWS, columns: COLUMNS },
        ...{ tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 0, yM: 0 },
        ...{ moduleWidthM: 1.15, moduleHeightM: 1.78 },
        cells: Array.from({ length: ROWS * COLUMNS }, (_, index) => ({
          row: Math.floor(index / COLUMNS),
          column: index % COLUMNS,
          unit: shown.get(index + 1) ?? index + 1,
          pole: null,
        })),
      },
    ],
  };
}

function powerAt(unit: number, step: number, isShaded: boolean): number {
  if (step < SUNRISE || step > SUNSET) return 0;
  const sun = Math.sin(((step - SUNRISE) / (SUNSET - SUNRISE)) * Math.PI);
  if (!isShaded) return FULL_W * sun;
  const shaded = Math.min(Math.max(shadeEnd(unit) - step + 0.5, 0), 1);
  return FULL_W * sun * (1 - shaded * (1 - SHADED));
}

/** Units in series: the upper two rows, whose shadow ends at this step, and the lower two. */
const SERIES_SHADE_ENDS = [SUNRISE + 20, SUNRISE + 60];

/** Current of the string that a unit is in, in A. */
function currentAt(unit: number, step: number): number {
  if (step < SUNRISE || step > SUNSET) return 0;
  const sun = Math.sin(((step - SUNRISE) / (SUNSET - SUNRISE)) * Math.PI);
  const shadeEnds = SERIES_SHADE_ENDS[Math.floor((unit - 1) / (2 * COLUMNS))]!;
  return FULL_A * sun * (step < shadeEnds ? SHADED : 1);
}

/** A clear day of that roof, or of one without shadows; `isSeries`: without converters, the two strings with currents of their own. */
export function makeShadedDay(
  day: string,
  { isShaded = true, isSeries = false }: { isShaded?: boolean; isSeries?: boolean } = {},
): DayPlanes {
  const units = Array.from({ length: ROWS * COLUMNS }, (_, index) => index + 1);
  const none = new Uint16Array(units.length * STEPS);
  const fromAt = Date.parse(`${day}T00:00:00Z`);
  return {
    header: {
      ...{ day, timeZone: "UTC", fromAt, toAt: fromAt + 86_400_000, stepS: 300, steps: STEPS },
      ...{ source: "samples", units, powerScales: units.map(() => 0.1), open: {}, dark: [] },
    },
    planes: {
      powerW: none.map((_, index) => {
        const power = powerAt(Math.floor(index / STEPS) + 1, index % STEPS, isShaded);
        return Math.round(power / 0.1) + 1;
      }),
      voltageV: none,
      currentA: none.map((_, index) =>
        isSeries ? Math.round(currentAt(Math.floor(index / STEPS) + 1, index % STEPS) / 0.01) + 1 : 0,
      ),
      temperatureC: none,
      signalDbm: none,
    },
  };
}

/** The same as the server sends it. */
export const makeShadedDayFile = async (...parameters: Parameters<typeof makeShadedDay>): Promise<Blob> =>
  await compressDayFile(makeShadedDay(...parameters));
