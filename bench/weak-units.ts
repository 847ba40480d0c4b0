import { resolve } from "node:path";
import { judgeUnits } from "@heliograph/solar";
import type { Weather } from "../apps/simulator/src/physics/weather.ts";
import { climateOfLatitude, createWeather } from "../apps/simulator/src/physics/weather.ts";
import { readCount } from "./options.ts";
import type { Mix, RandomPlant } from "./weak-units/random-plants.ts";
import { drawDecliningPlant, drawPlant, OTHER_MIX, TUNED_MIX } from "./weak-units/random-plants.ts";
import { readRealRoofs } from "./weak-units/real-modules.ts";
import { judgeRealSeries } from "./weak-units/real-series.ts";
import type { Confusion } from "./weak-units/score.ts";
import { countDay, countDeclines, countModules, countVerdicts, scoreOf } from "./weak-units/score.ts";
import { findClearDay, simulateDay } from "./weak-units/simulate-day.ts";
import { readWeatherFiles } from "./weak-units/weather-files.ts";

// How well dead, weak and declining units are found: `npm run bench -- weak-units`. The figures of docs/analytics.md.

const DAY_MS = 86_400_000;
const START_AT = Date.UTC(2026, 0, 1);
/** Days of whatever weather, judged beside the first clear one. */
const ANY_DAYS = 2;
const DECLINE_DAYS = 60;
const DECLINE_PLANTS = 30;
/** Plants without faults, at each of these latitudes, and the days of a year that are judged. */
const HEALTHY_PLANTS = 10;
const HEALTHY_LATITUDES = [60, -23];
const HEALTHY_STEP_DAYS = 4;
const YEAR_DAYS = 365;

interface Trial {
  readonly plant: RandomPlant;
  readonly weather: Weather;
}

const plants = readCount("plants", 100);
const folder = process.env.HELIOGRAPH_DATASETS ?? resolve(import.meta.dirname, "../../shared/data");
const files = readWeatherFiles(folder);

const listSeeds = (count: number, first: number, step: number): number[] =>
  Array.from({ length: count }, (_, index) => first + step * index);

function withWeather(plant: RandomPlant): Trial {
  const { latitude, longitude } = plant.site;
  const climate = climateOfLatitude(latitude);
  return { plant, weather: createWeather({ seed: plant.seed, longitude, climate }) };
}

const drawTrial = (seed: number, mix: Mix): Trial => withWeather(drawPlant(seed, mix));

function drawFileTrial(seed: number, index: number): Trial {
  const file = files[index % files.length]!;
  return { plant: drawPlant(seed, OTHER_MIX, file.place), weather: file.weather };
}

/** Solar midnight of the day from which a plant is watched, another in the year for each. */
const startOf = ({ seed, site }: RandomPlant): number =>
  START_AT + (seed % 300) * DAY_MS - Math.round(site.longitude / 15) * 3_600_000;

const percent = (share: number): string => (Number.isNaN(share) ? "–" : share.toFixed(3));

function print(name: string, confusion: Confusion, kinds: readonly ("dead" | "half" | "declining")[]): void {
  console.log(`\n${name}: ${countModules(confusion)} modules, ${countModules(confusion, "healthy")} healthy`);
  for (const kind of kinds) {
    const { found, missed, wrong, recall, precision } = scoreOf(confusion, kind);
    console.log(
      `  ${kind.padEnd(9)} recall ${percent(recall)}, precision ${percent(precision)} (found ${found}, missed ${missed}, false ${wrong})`,
    );
  }
}

function judgeTrials(name: string, trials: readonly Trial[]): void {
  const clear: Confusion = new Map();
  const any: Confusion = new Map();
  for (const { plant, weather } of trials) {
    const fromAt = startOf(plant);
    const clearAt = findClearDay(plant, weather, fromAt);
    if (clearAt !== undefined) countDay(clear, simulateDay(plant, weather, clearAt));
    for (let day = 0; day < ANY_DAYS; day++)
      countDay(any, simulateDay(plant, weather, fromAt + day * DAY_MS));
  }
  print(`${name}, one clear day`, clear, ["dead", "half"]);
  const thirds = countModules(clear, "third");
  console.log(
    `  of ${thirds} modules that lost a third, ${countVerdicts(clear, "third", "half")} are called half power`,
  );
  print(`${name}, any ${ANY_DAYS} days`, any, ["dead", "half"]);
  console.log(
    `  healthy modules not judged for lack of light: ${countVerdicts(any, "healthy", "not judged")}`,
  );
}

function judgeDeclines(name: string, seeds: readonly number[], mix: Mix): void {
  const confusion: Confusion = new Map();
  for (const seed of seeds) {
    const fromAt = START_AT + (seed % 300) * DAY_MS;
    const drawn = drawDecliningPlant(seed, mix, { fromAt, toAt: fromAt + DECLINE_DAYS * DAY_MS });
    const { plant, weather } = withWeather(drawn);
    const days = listSeeds(DECLINE_DAYS / 2, fromAt, 2 * DAY_MS);
    countDeclines(
      confusion,
      days.map((dayAt) => simulateDay(plant, weather, dayAt)),
    );
  }
  print(`${name}, every second day of ${DECLINE_DAYS}`, confusion, ["declining"]);
}

/** False alarms in a year of plants with shade and soiling, but without faults. */
function judgeHealthyYear(latitude: number): void {
  const mix = { ...OTHER_MIX, dead: 0, silent: 0, half: 0, third: 0, stringDown: 0 };
  const days: Confusion = new Map();
  const declines: Confusion = new Map();
  for (const seed of listSeeds(HEALTHY_PLANTS, 90_001, 17)) {
    const plant = drawPlant(seed, mix, { latitude, longitude: 0, altitudeM: 0 });
    const { weather } = withWeather(plant);
    const units = listSeeds(
      Math.ceil(YEAR_DAYS / HEALTHY_STEP_DAYS),
      START_AT,
      HEALTHY_STEP_DAYS * DAY_MS,
    ).map((dayAt) => simulateDay(plant, weather, dayAt));
    for (const ofDay of units) countDay(days, ofDay);
    // As the job does: the last 90 days.
    const window = Math.ceil(90 / HEALTHY_STEP_DAYS);
    for (let end = window; end <= units.length; end += window)
      countDeclines(declines, units.slice(end - window, end), HEALTHY_STEP_DAYS);
  }
  const counts = (["dead", "silent", "half"] as const).map(
    (state) => `${countVerdicts(days, "healthy", state)} ${state}`,
  );
  const declining = countVerdicts(declines, "healthy", "declining");
  console.log(
    `\nA year without faults at ${latitude}°: of ${countModules(days)} days of modules ${counts.join(", ")}, ${countVerdicts(days, "healthy", "not judged")} not judged; of ${countModules(declines)} quarters ${declining} declining`,
  );
}

function reportRealSeries(): void {
  for (const { file, readings, alarms, days, dark } of judgeRealSeries(folder))
    console.log(
      `\n${file}: ${readings} readings, ${alarms} alarms about a zero by day on ${days} days, of them in the dark: ${dark ?? "not known"}`,
    );
}

function judgeRealRoofs(): void {
  for (const { file, units, goneCount } of readRealRoofs(folder)) {
    const states = judgeUnits(units, { minDayWh: 300 }).map((verdict) => verdict?.state ?? "not judged");
    const counts = [...Map.groupBy(states, (state) => state)].map(([state, of]) => `${of.length} ${state}`);
    console.log(`\n${file}: ${units.length} real modules, ${goneCount} declared gone: ${counts.join(", ")}`);
  }
}

judgeTrials(
  "Tuned on",
  listSeeds(plants, 1, 1).map((seed) => drawTrial(seed, TUNED_MIX)),
);
judgeTrials(
  "Other seeds and faults",
  listSeeds(plants, 40_001, 7).map((seed) => drawTrial(seed, OTHER_MIX)),
);
if (files.length > 0) judgeTrials("Weather files", listSeeds(plants, 60_001, 11).map(drawFileTrial));
judgeDeclines("Tuned on", listSeeds(DECLINE_PLANTS, 301, 1), TUNED_MIX);
judgeDeclines("Other seeds and faults", listSeeds(DECLINE_PLANTS, 80_001, 13), OTHER_MIX);
judgeRealRoofs();
for (const latitude of HEALTHY_LATITUDES) judgeHealthyYear(latitude);
reportRealSeries();
