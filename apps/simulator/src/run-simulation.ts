import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readDeviceModels } from "@heliograph/protocol/models";
import { dayRange, plantDayOf } from "@heliograph/solar";
import { createFleet, isEntered } from "./enter/create-fleet.ts";
import type { FleetMemory } from "./enter/fleet-memory.ts";
import { findFleetMemory, saveFleetMemory } from "./enter/fleet-memory.ts";
import type { Fleet } from "./fleet.ts";
import { readFleet } from "./fleet.ts";
import type { GatewayNotice } from "./gateway/gateway-options.ts";
import { createFleetPlayer } from "./play/fleet-player.ts";
import { createPlayClock } from "./play/play-clock.ts";
import { openApiSession } from "./replay/api-session.ts";
import { ReplayError } from "./replay/replay-error.ts";
import type { SimulateOptions } from "./simulate-options.ts";

const DAY_MS = 86_400_000;

/** Public keys of firmware publishers, one a line; read when they are needed, since the file may follow later. */
function readKeys(path: string | undefined): readonly string[] {
  if (path === undefined || !existsSync(path)) return [];
  return readFileSync(path, "utf8").split(/\s+/).filter(Boolean);
}

function describe(notice: GatewayNotice): string {
  switch (notice.kind) {
    case "failed":
      return `no connection (${(notice.error as Error).message}), next try in ${(notice.retryInMs / 1000).toFixed(1)} s`;
    case "lost":
      return `records ${notice.ranges.map((range) => range.join("-")).join(", ")} are lost`;
    case "command":
      return `command ${notice.command.op}`;
    case "answered":
      return `answers ${notice.reply.state}${notice.reply.code === 0 ? "" : ` ${notice.reply.code}`}`;
    case "unreadable":
      return `cannot read ${notice.topic}: ${(notice.error as Error).message}`;
    default:
      return notice.kind;
  }
}

/** Start of the first day that is reported, in the zone of the first plant: a counter begins at midnight. */
function chooseBegin(fleet: Fleet, startAt: number): number {
  if (fleet.beginAt !== undefined) return fleet.beginAt;
  const zone = fleet.sites[0]!.timeZone;
  return dayRange(plantDayOf(startAt - fleet.backfillDays * DAY_MS, zone), zone).fromAt;
}

function checkFleet(path: string): Fleet {
  try {
    return readFleet(path);
  } catch (cause) {
    throw new ReplayError((cause as Error).message, { cause });
  }
}

async function ensureEntered(
  options: SimulateOptions,
  fleet: Fleet,
  say: (line: string) => void,
): Promise<FleetMemory> {
  const path = join(options.folder, "fleet.json");
  const known = findFleetMemory(path);
  if (known !== undefined && known.httpUrl !== options.httpUrl)
    throw new ReplayError(
      `This fleet was entered at ${known.httpUrl}: give that address, or another folder with --state.`,
    );
  const beginAt = chooseBegin(fleet, options.startAt ?? Date.now());
  const memory = known ?? { httpUrl: options.httpUrl, beginAt, stations: {}, codes: {}, added: [] };
  if (isEntered(fleet, memory)) return memory;
  const api = await openApiSession({ baseUrl: options.httpUrl, ...options.getCredentials() });
  await createFleet(api, { fleet, memory, save: (next) => saveFleetMemory(path, next) });
  for (const [name, stationId] of Object.entries(memory.stations))
    say(`${name}: ${options.httpUrl}/#/station/${stationId}`);
  return memory;
}

/** Creates a fleet if needed and simulates its gateways; returns the function that stops it. Throws ReplayError. */
export async function startSimulation(
  options: SimulateOptions,
  say: (line: string) => void,
): Promise<{ whenReady(): Promise<void>; stop(): Promise<void> }> {
  const fleet = checkFleet(options.fleetPath);
  const memory = fleet.isEntered ? undefined : await ensureEntered(options, fleet, say);
  const codes = new Map(
    fleet.sites
      .flatMap(({ gateways }) => gateways)
      .flatMap(({ sn, registrationCode }) => {
        const code = registrationCode ?? memory?.codes[sn];
        return code === undefined ? [] : [[sn, code] as const];
      }),
  );
  const clock = createPlayClock({ startAt: options.startAt, speed: options.speed });
  const player = createFleetPlayer({
    fleet,
    beginAt: memory?.beginAt ?? chooseBegin(fleet, clock.now()),
    codes,
    mqttUrl: options.mqttUrl,
    folder: options.folder,
    clock,
    models: readDeviceModels(options.modelsFolder),
    readFirmwareKeys: () => readKeys(options.firmwareKeyPath),
    onNotice: (sn, notice) => say(`${sn}: ${describe(notice)}`),
  });
  const beganAt = performance.now();
  const started = player.start();
  // For the user at the terminal, and the end of a round in bench/console.ts.
  void started.then(player.whenSent).then(() => {
    say(`everything so far is acknowledged after ${((performance.now() - beganAt) / 1000).toFixed(1)} s`);
    // An idle process collects no garbage; there with --expose-gc only.
    globalThis.gc?.();
  });
  await started;
  return { whenReady: player.whenReady, stop: player.stop };
}
