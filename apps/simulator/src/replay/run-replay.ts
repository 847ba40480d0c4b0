import { basename } from "node:path";
import type { ApiSession } from "./api-session.ts";
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
import type { PlantPlan } from "./plan-plant.ts";
import { planPlant } from "./plan-plant.ts";
import { checkLink, playGateway } from "./play-gateway.ts";
import type { Recording } from "./recording.ts";
import { countRejected, formatRejections } from "./rejections.ts";
import { ReplayError } from "./replay-error.ts";
import { createOwner, listRejectedReports, setUpPlant } from "./set-up-plant.ts";
import { recordedDays, shiftRecording, shiftToNow, withoutImpossibleTimes } from "./shift.ts";
import type { SourceFile } from "./source-file.ts";
import { findFiles, readSource } from "./source-file.ts";

interface PlannedFile {
  readonly name: string;
  readonly format: RecordingFormat;
  readonly plan: PlantPlan;
}

/** Files to replay, and the number of files of known formats in folders that are skipped. */
interface Planned {
  readonly files: readonly PlannedFile[];
  readonly failed: number;
}

type Say = (line: string) => void;

function listFormats(): string {
  return `Known formats:\n${KNOWN_FORMATS.map(({ about }) => `  ${about}`).join("\n")}`;
}

function plantName(path: string): string {
  return basename(path)
    .replace(/\.gz$/, "")
    .replace(/\.[a-z]+$/i, "")
    .replace(/_+/g, " ")
    .slice(0, 120);
}

/** Reads and checks a file. Throws ReplayError for one from which no plant can be made. */
function planFile(source: SourceFile, format: RecordingFormat, isOriginal: boolean): PlannedFile {
  const { name } = source;
  const now = Date.now();
  const read = readRecording(format, source);
  const shifted = isOriginal ? read : shiftRecording(read, shiftToNow(read, now));
  const recording: Recording = withoutImpossibleTimes(shifted, now);
  if (recording.samples.length === 0)
    throw new ReplayError(
      `${name} holds nothing that can be replayed: ${formatRejections(recording.rejections)}.`,
    );
  return { name, format, plan: planPlant(name, plantName(name), recording) };
}

function planNamed(path: string, isOriginal: boolean): PlannedFile {
  const source = readSource(path);
  const format = findFormat(source);
  if (!format) throw new ReplayError(`${explainUnknown(source)}\n${listFormats()}`);
  return planFile(source, format, isOriginal);
}

/** A file found in a folder may be anything: skipped ones are reported. */
function planFound(paths: readonly string[], isOriginal: boolean, say: Say): Planned {
  const files: PlannedFile[] = [];
  const unknown: string[] = [];
  let failed = 0;
  const leaveOut = (error: unknown) => {
    if (!(error instanceof ReplayError)) throw error;
    say(`Left out: ${error.message}`);
  };
  for (const source of paths.flatMap((path) => readOr(leaveOut, () => readSource(path)) ?? [])) {
    const format = findFormat(source);
    if (format) {
      const file = readOr(leaveOut, () => planFile(source, format, isOriginal));
      if (file) files.push(file);
      else failed += 1;
    } else if (isWeather(source)) say(`Left out: ${explainUnknown(source)}`);
    else unknown.push(source.name);
  }
  if (unknown.length > 0) say(`Left out, in no format that is known here: ${unknown.join(", ")}`);
  return { files, failed };
}

function readOr<Value>(onError: (error: unknown) => void, read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    onError(error);
    return undefined;
  }
}

/** Reads and checks everything before anything is created. Throws ReplayError for a named file that cannot be replayed. */
function planAll({ paths, isOriginal }: ReplayOptions, say: Say): Planned {
  const { named, found } = findFiles(paths);
  const namedFiles = named.map((path) => planNamed(path, isOriginal));
  const { files, failed } = planFound(found, isOriginal, say);
  if (namedFiles.length + files.length === 0)
    throw new ReplayError(`There is nothing to replay in ${paths.join(", ")}.\n${listFormats()}`);
  return { files: [...namedFiles, ...files], failed };
}

/** Creates the plant and sends its reports; returns how many rows the check or the device link rejected. */
async function replayFile(
  { name, format, plan }: PlannedFile,
  { api, ownerId, options, say }: { api: ApiSession; ownerId: string; options: ReplayOptions; say: Say },
): Promise<number> {
  const { recording } = plan;
  const { samples, units, place } = recording;
  const { firstDay, lastDay } = recordedDays(recording);
  say(`${name}: ${format.about}`);
  const setUp = await setUpPlant(api, plan, ownerId);
  const { reports } = await playGateway(options.mqttUrl, plan);
  say(
    `  ${samples.length} samples of ${units.length + 1} devices, ${firstDay} to ${lastDay} (${place.timeZone}), every ${recording.intervalS} s, ${reports} reports acknowledged`,
  );
  const rejections = [...recording.rejections, ...(await listRejectedReports(api, setUp))];
  if (rejections.length > 0) say(`  ${formatRejections(rejections)}`);
  say(`  ${options.httpUrl}/#/station/${setUp.stationId}?day=${firstDay}`);
  return countRejected(rejections);
}

/**
 * Creates a plant from every file and sends its data over the device link. Throws ReplayError, also when everything valid
 * was sent but rows were rejected.
 */
export async function runReplay(options: ReplayOptions, say: Say): Promise<void> {
  const { files, failed } = planAll(options, say);
  const api = await openApiSession({ baseUrl: options.httpUrl, ...options });
  await checkLink(options.mqttUrl);
  const { accountId: ownerId } = await createOwner(api);
  let rejected = 0;
  for (const file of files) rejected += await replayFile(file, { api, ownerId, options, say });
  if (rejected + failed === 0) return;
  const lacks = [
    rejected > 0 && `rejected rows: ${rejected}`,
    failed > 0 && `files that could not be read: ${failed}`,
  ];
  throw new ReplayError(
    `Not everything was replayed (${lacks.filter(Boolean).join(", ")}); the reasons are above.`,
  );
}
