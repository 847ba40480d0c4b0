import { join } from "node:path";
import type { DeviceModel } from "@heliograph/protocol";
import type { Fleet, Site } from "../fleet.ts";
import type { GatewayNotice } from "../gateway/gateway-options.ts";
import { createFileStore } from "../gateway/gateway-state.ts";
import { mixSeed, seedOfText } from "../physics/random.ts";
import type { Weather } from "../physics/weather.ts";
import { climateOfLatitude, createWeather } from "../physics/weather.ts";
import type { GatewayPlayer } from "./gateway-player.ts";
import { createGatewayPlayer } from "./gateway-player.ts";
import type { PlayClock } from "./play-clock.ts";

export interface FleetPlayerOptions {
  readonly fleet: Fleet;
  /** Where the counters begin, UTC ms. */
  readonly beginAt: number;
  /** Registration codes by serial number. */
  readonly codes: ReadonlyMap<string, string>;
  readonly mqttUrl: string;
  /** Folder of the gateways' states. */
  readonly folder: string;
  readonly clock: PlayClock;
  readonly models: readonly DeviceModel[];
  readFirmwareKeys?(): readonly string[];
  onNotice(sn: string, notice: GatewayNotice): void;
}

/** Seed and weather of a site: its own, from the fleet's seed and its name. */
export function weatherOf(fleet: Pick<Fleet, "seed">, site: Site): { seed: number; weather: Weather } {
  const seed = mixSeed(fleet.seed, seedOfText(site.name));
  const climate = site.climate ?? climateOfLatitude(site.latitude);
  return { seed, weather: createWeather({ seed, longitude: site.longitude, climate }) };
}

/** Every gateway of a fleet; sites have their own weather, the gateways of a site share it. */
export function createFleetPlayer(options: FleetPlayerOptions) {
  const { fleet, codes, clock, beginAt } = options;
  const players: GatewayPlayer[] = [];
  for (const site of fleet.sites) {
    const { seed, weather } = weatherOf(fleet, site);
    for (const gateway of site.gateways) {
      const registrationCode = codes.get(gateway.sn);
      players.push(
        createGatewayPlayer({
          site,
          gateway,
          weather,
          seed,
          beginAt,
          backfillDays: fleet.backfillDays,
          url: options.mqttUrl,
          ...(registrationCode !== undefined && { registrationCode }),
          store: createFileStore(join(options.folder, `${gateway.sn}.json`)),
          clock,
          models: options.models,
          ...(options.readFirmwareKeys && { readFirmwareKeys: options.readFirmwareKeys }),
          onNotice: options.onNotice,
        }),
      );
    }
  }
  return {
    /** One gateway after the other, so that the first plants are on screen before the large ones are computed. */
    async start(): Promise<void> {
      for (const player of players) await player.start();
    },
    /** Resolves when every gateway has signed in and sent its inventory. */
    whenReady: async (): Promise<void> =>
      void (await Promise.all(players.map((player) => player.whenReady()))),
    whenSent: async (): Promise<void> => void (await Promise.all(players.map((player) => player.whenSent()))),
    stop: async (): Promise<void> => void (await Promise.all(players.map((player) => player.stop()))),
  };
}
