import type { Recording } from "../recording.ts";
import { ReplayError } from "../replay-error.ts";
import type { SourceFile } from "../source-file.ts";
import { hasColumns } from "../table.ts";
import { acPower, normalisedPower } from "./ac-power.ts";
import { combiner } from "./combiner.ts";
import type { RecordingFormat } from "./format.ts";
import { halfStrings } from "./half-strings.ts";
import { inverterInput } from "./inverter-input.ts";
import { microinverterReadings, microinverterWatts } from "./microinverters.ts";
import { optimizerCounter } from "./optimizer-counter.ts";
import { optimizerLines } from "./optimizer-lines.ts";

export const KNOWN_FORMATS: readonly RecordingFormat[] = [
  halfStrings,
  combiner,
  inverterInput,
  acPower,
  normalisedPower,
  microinverterReadings,
  microinverterWatts,
  optimizerCounter,
  optimizerLines,
];

/** Irradiance and temperature without any device: PVGIS, NSRDB, TMY3 and tables with a ghi column. */
export function isWeather(source: SourceFile): boolean {
  return (
    hasColumns(source, ["temp_air", "ghi"]) ||
    hasColumns(source, ["GHI", "DNI", "DHI"]) ||
    (source.header[0] === "Source" && source.header.includes("Clearsky GHI Units")) ||
    source.header[0]?.startsWith("Latitude (decimal degrees)") === true ||
    source.text.slice(0, 4_096).includes("GHI (W/m^2)")
  );
}

export function findFormat(source: SourceFile): RecordingFormat | undefined {
  return KNOWN_FORMATS.find((format) => format.matches(source));
}

/** Why a file is not replayed, as a sentence. */
export function explainUnknown(source: SourceFile): string {
  if (isWeather(source))
    return `${source.name} holds weather, and weather is no device: it has no place among replayed plants.`;
  return `${source.name} is in no format that is known here.`;
}

/** Reads a file in its format. Throws ReplayError when it holds no sample. */
export function readRecording(format: RecordingFormat, source: SourceFile): Recording {
  const recording = format.read(source);
  if (recording.samples.length === 0) throw new ReplayError(`${source.name} holds no measured value.`);
  return recording;
}
