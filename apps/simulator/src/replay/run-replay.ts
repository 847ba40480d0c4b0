import { basename } from "node:path";
import { openApiSession } from "./api-session.ts";
import type { RecordingFormat } from "./formats/format.ts";
import {
  explainUnknown,
  findFormat,
  isWeather,
  KNOWN_FORMATS,
  readRecording,
} from "./formats/known-formats.ts";
import type { ReplayOptions } from "./options.ts";
import { checkLink, playGateway } from "./play-gateway.ts";
import type { Recording } from "./recording.ts";
import { ReplayError } from "./replay-error.ts";
import { createOwner, setUpPlant } from "./set-up-plant.ts";
import { recordedDays, shiftRecording, shiftToNow } from "./shift.ts";
import { findFiles, readSource } from "./source-file.ts";

/** A plant that a replay made. */
export interface ReplayedPlant {
  readonly file: string;
  readonly stationId: string;
  readonly firstDay: string;
  readonly lastDay: string;
  /** The plant's page at its first day with data. */
  readonly address: string;
}

interface Readable {
  readonly path: string;
  readonly format: RecordingFormat;
  readonly recording: Recording;
}

function listFormats(): string {
  return `Known formats:\n${KNOWN_FORMATS.map(({ about }) => `  ${about}`).join("\n")}`;
}

function readNamed(path: string): Readable {
  const source = readSource(path);
  const format = findFormat(source);
  if (!format) throw new ReplayError(`${explainUnknown(source)}\n${listFormats()}`);
  return { path, format, recording: readRecording(format, source) };
}

/** A file found in a folder may be anything: what is left out is said. */
function readFound(paths: readonly string[], say: (line: string) => void): Readable[] {
  const readable: Readable[] = [];
  const unknown: string[] = [];
  for (const path of paths) {
    try {
      const source = readSource(path);
      const format = findFormat(source);
      if (format) readable.push({ path, format, recording: readRecording(format, source) });
      else if (isWeather(source)) say(`Left out: ${explainUnknown(source)}`);
      else unknown.push(source.name);
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      say(`Left out: ${error.message}`);
    }
  }
  if (unknown.length > 0) say(`Left out, in no format that is known here: ${unknown.join(", ")}`);
  return readable;
}

/** Reads everything before anything is created. Throws ReplayError for a named file that cannot be read. */
function readAll(paths: readonly string[], say: (line: string) => void): Readable[] {
  const { named, found } = findFiles(paths);
  const readable = [...named.map(readNamed), ...readFound(found, say)];
  if (readable.length === 0)
    throw new ReplayError(`There is nothing to replay in ${paths.join(", ")}.\n${listFormats()}`);
  return readable;
}

function plantName(path: string): string {
  return basename(path)
    .replace(/\.gz$/, "")
    .replace(/\.[a-z]+$/i, "")
    .replace(/_+/g, " ")
    .slice(0, 120);
}

/** Makes a plant of every file and sends it through the device link. Throws ReplayError. */
export async function runReplay(
  options: ReplayOptions,
  say: (line: string) => void,
): Promise<ReplayedPlant[]> {
  const files = readAll(options.paths, say);
  const api = await openApiSession({ baseUrl: options.httpUrl, ...options });
  await checkLink(options.mqttUrl);
  const { accountId: ownerId } = await createOwner(api);
  const plants: ReplayedPlant[] = [];
  for (const { path, format, recording: original } of files) {
    const recording = options.isOriginal
      ? original
      : shiftRecording(original, shiftToNow(original, Date.now()));
    const { firstDay, lastDay } = recordedDays(recording);
    say(`${basename(path)}: ${format.about}`);
    const setUp = await setUpPlant(api, { name: plantName(path), ownerId, recording });
    const { reports } = await playGateway({ mqttUrl: options.mqttUrl, recording, setUp });
    const { stationId } = setUp;
    const address = `${options.httpUrl}/#/station/${stationId}?day=${firstDay}`;
    const { samples, units } = recording;
    say(
      `  ${samples.length} samples of ${units.length + 1} devices, ${firstDay} to ${lastDay} (${recording.place.timeZone}), ${reports} reports acknowledged`,
    );
    say(`  ${address}`);
    plants.push({ file: path, stationId, firstDay, lastDay, address });
  }
  return plants;
}
