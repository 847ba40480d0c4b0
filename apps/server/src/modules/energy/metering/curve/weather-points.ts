import { WINDOW_MS } from "../windows.ts";
import type { WeatherStep } from "./samples.repository.ts";

export interface WeatherPoint extends WeatherStep {
  readonly at: number;
}

/** Mean of the values there are, with so many decimals; null without any. */
function meanOf(values: readonly (number | null)[], digits: number): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  return Number(mean.toFixed(digits));
}

/** Weather by quarter hour, or by step where steps are longer: power changes faster, and needs more points. */
export function meanWeather(
  weather: ReadonlyMap<number, WeatherStep>,
  { fromAt, stepMs }: { fromAt: number; stepMs: number },
): WeatherPoint[] {
  const lengthMs = Math.max(stepMs, WINDOW_MS);
  const byStart = Map.groupBy(
    weather,
    ([step]) => fromAt + Math.floor((step * stepMs) / lengthMs) * lengthMs,
  );
  return [...byStart]
    .map(([at, steps]) => ({
      at,
      irradianceWm2: meanOf(
        steps.map(([, { irradianceWm2 }]) => irradianceWm2),
        0,
      ),
      ambientC: meanOf(
        steps.map(([, { ambientC }]) => ambientC),
        1,
      ),
    }))
    .sort((one, other) => one.at - other.at);
}
