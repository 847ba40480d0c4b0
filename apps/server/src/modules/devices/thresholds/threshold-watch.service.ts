import { sunPosition } from "@heliograph/solar";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createSharedValue } from "../../../infra/shared-value.ts";
import type { AlarmService } from "../alarms/alarms.service.ts";
import type { Limit, LimitState, WatchedSample } from "./judge.ts";
import { findValue, isDue, judge, LOW_SUN_DEG } from "./judge.ts";
import type { LimitSet } from "./limit-set.ts";
import { loadLimitSet } from "./limit-set.ts";
import { createOutbox } from "./outbox.ts";
import { listOpened, listPlaces, listStates } from "./threshold-states.repository.ts";
import { THRESHOLDS_CHANGED } from "./thresholds.service.ts";

export type { WatchedSample };

const TICK_MS = 1_000;
/** Live samples older than this number of report intervals are history: what they say is over. */
const MAX_AGE_INTERVALS = 3;
/** Samples of a gateway that wait while the database is unavailable. */
const MAX_ARRIVED = 20_000;
/** Coordinates of a plant that was moved on the map are read again after this time. */
const PLACES_EVERY_MS = 10 * 60_000;

interface WatchedGateway {
  readonly gatewayId: string;
  readonly intervalMs: number;
}

interface GatewayStates {
  intervalMs: number;
  arrived: WatchedSample[];
  /** Devices whose stored states have been read. */
  readonly known: Set<string>;
  readonly states: Map<string, LimitState>;
  /** The limits of the last round. */
  limits: LimitSet | undefined;
}

/** A state that a sample is about to raise. */
interface Candidate {
  readonly gatewayId: string;
  readonly gateway: GatewayStates;
  readonly limit: Limit;
  readonly state: LimitState;
}

type Place = { readonly latitude: number; readonly longitude: number } | undefined;

const keyOf = (deviceId: string, faultCode: string): string => `${deviceId}/${faultCode}`;

/**
 * Compares live samples with the limits of their plant, and raises and ends threshold alarms. Runs beside the intake, which
 * only hands samples over: a lost round is made up for by the next samples, since limits are compared again with each.
 */
export function createThresholdWatch(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  alarms: Pick<AlarmService, "applyDeviceConditions">;
}) {
  const { db, bus, clock, logger, alarms } = deps;
  const limitSet = createSharedValue({
    bus,
    clock,
    subject: THRESHOLDS_CHANGED,
    load: () => loadLimitSet(db),
  });
  const outbox = createOutbox({ db, alarms });
  const gateways = new Map<string, GatewayStates>();
  const leaving = new Set<string>();
  /** Plants whose alarms have changed: one may have been cleared whose condition is still present. */
  const changedPlants = new Set<string>();
  const places = new Map<string, Place>();
  let placesAt = Number.NEGATIVE_INFINITY;
  const unsubscribe: (() => void)[] = [];

  function forgetChanged(gateway: GatewayStates): void {
    for (const [key, { isRaised, plantId, deviceId }] of gateway.states) {
      if (!isRaised || !changedPlants.has(plantId)) continue;
      gateway.states.delete(key);
      gateway.known.delete(deviceId);
    }
  }

  async function loadStates(moved: readonly GatewayStates[]): Promise<void> {
    const unknown = new Map<string, { gateway: GatewayStates; sample: WatchedSample }>();
    for (const gateway of moved)
      for (const sample of gateway.arrived)
        if (!gateway.known.has(sample.deviceId)) unknown.set(sample.deviceId, { gateway, sample });
    if (unknown.size === 0) return;
    for (const { deviceId, faultCode, sinceAt, isRaised } of await listStates(db, [...unknown.keys()])) {
      const { gateway, sample } = unknown.get(deviceId) as { gateway: GatewayStates; sample: WatchedSample };
      const { kind, plantId } = sample;
      const key = keyOf(deviceId, faultCode);
      // A delay in memory is newer than the stored one.
      if (!isRaised && gateway.states.has(key)) continue;
      const since = sinceAt.getTime();
      gateway.states.set(key, {
        deviceId,
        kind,
        plantId,
        faultCode,
        sinceAt: since,
        lastAt: undefined,
        isRaised,
      });
    }
    for (const [deviceId, { gateway }] of unknown) gateway.known.add(deviceId);
  }

  async function loadPlaces(moved: readonly GatewayStates[]): Promise<void> {
    const now = clock.now();
    if (now - placesAt > PLACES_EVERY_MS) {
      places.clear();
      placesAt = now;
    }
    const missing = new Set(moved.flatMap(({ arrived }) => arrived.map(({ plantId }) => plantId)));
    for (const plantId of places.keys()) missing.delete(plantId);
    if (missing.size === 0) return;
    const found = new Map((await listPlaces(db, [...missing])).map((place) => [place.plantId, place]));
    for (const plantId of missing) places.set(plantId, found.get(plantId));
  }

  function isSunLow(plantId: string, at: number): boolean {
    const place = places.get(plantId);
    return place !== undefined && sunPosition({ ...place, at }).elevationDeg < LOW_SUN_DEG;
  }

  /** Ends what limits that were disabled since the last round have raised or delayed. */
  function endDisabled(gateway: GatewayStates, set: LimitSet): void {
    if (gateway.limits === set) return;
    gateway.limits = set;
    for (const [key, state] of gateway.states) {
      const limits = set.listLimits(state.plantId, state.kind);
      if (limits.some(({ faultCode }) => faultCode === state.faultCode)) continue;
      gateway.states.delete(key);
      // Not before it was raised, also for a gateway whose clock is ahead.
      if (state.isRaised) outbox.end(state, Math.max(clock.now(), state.sinceAt, state.lastAt ?? 0));
      else outbox.drop(state);
    }
  }

  /** Returns the state that is to be raised. */
  function apply(gateway: GatewayStates, sample: WatchedSample, limit: Limit): LimitState | undefined {
    const { deviceId, kind, plantId, at } = sample;
    const { faultCode } = limit;
    let value = findValue(limit, sample);
    const isBeyond = value !== undefined && limit.sign * value > limit.raise;
    // Almost every sample ends here.
    if (!isBeyond && gateway.states.size === 0) return undefined;
    if (isBeyond && limit.isOfProduction && isSunLow(plantId, at)) value = undefined;
    const key = keyOf(deviceId, faultCode);
    const state = gateway.states.get(key);
    const verdict = judge(limit, state, { value, at, intervalMs: gateway.intervalMs });
    if (state && (verdict === "drop" || verdict === "end")) {
      gateway.states.delete(key);
      if (verdict === "drop") outbox.drop(state);
      else outbox.end(state, at);
    } else if (verdict === "start") {
      const begun = { deviceId, kind, plantId, faultCode, sinceAt: at, lastAt: at, isRaised: false };
      gateway.states.set(key, begun);
      outbox.delay(begun);
      return isDue(limit, begun) ? begun : undefined;
    } else if (state && verdict === "continue") {
      state.lastAt = at;
      return isDue(limit, state) ? state : undefined;
    }
    return undefined;
  }

  function judgeArrived(gatewayId: string, gateway: GatewayStates, set: LimitSet): Candidate[] {
    endDisabled(gateway, set);
    const candidates: Candidate[] = [];
    for (const sample of gateway.arrived.splice(0)) {
      for (const limit of set.listLimits(sample.plantId, sample.kind)) {
        const state = apply(gateway, sample, limit);
        if (!state) continue;
        state.isRaised = true;
        candidates.push({ gatewayId, gateway, limit, state });
      }
    }
    return candidates;
  }

  /** Units that were opened by command raise no low voltage or current, whether or not they report their switch. */
  async function raise(candidates: readonly Candidate[]): Promise<void> {
    if (candidates.length === 0) return;
    const opened = await listOpened(
      db,
      candidates.flatMap(({ gatewayId, limit, state: { deviceId } }) =>
        limit.isOfProduction ? [{ gatewayId, deviceId }] : [],
      ),
    ).catch((error: unknown) => {
      for (const { state } of candidates) state.isRaised = false;
      throw error;
    });
    for (const { gateway, limit, state } of candidates) {
      if (limit.isOfProduction && opened.has(state.deviceId)) {
        gateway.states.delete(keyOf(state.deviceId, state.faultCode));
        outbox.drop(state);
      } else outbox.raise(state, limit, gateway.intervalMs);
    }
  }

  function removeLeaving(): void {
    for (const gatewayId of leaving) {
      if ((gateways.get(gatewayId)?.arrived.length ?? 0) > 0) continue;
      gateways.delete(gatewayId);
      leaving.delete(gatewayId);
    }
  }

  async function tick(): Promise<void> {
    const moved = [...gateways].filter(([, { arrived }]) => arrived.length > 0);
    if (moved.length > 0) {
      const states = moved.map(([, gateway]) => gateway);
      const set = await limitSet.get();
      if (changedPlants.size > 0) for (const gateway of gateways.values()) forgetChanged(gateway);
      changedPlants.clear();
      await loadStates(states);
      await loadPlaces(states);
      await raise(moved.flatMap(([gatewayId, gateway]) => judgeArrived(gatewayId, gateway, set)));
    }
    await outbox.flush();
    removeLeaving();
  }

  const loop = createLoop({
    work: tick,
    everyMs: TICK_MS,
    logger,
    failureMessage: "samples could not be compared with alarm thresholds",
  });

  return {
    /** Call for each live sample of a unit, in the order of their times. */
    note({ gatewayId, intervalMs }: WatchedGateway, sample: WatchedSample): void {
      if (clock.now() - sample.at > MAX_AGE_INTERVALS * intervalMs) return;
      leaving.delete(gatewayId);
      let gateway = gateways.get(gatewayId);
      if (!gateway) {
        gateway = { intervalMs, arrived: [], known: new Set(), states: new Map(), limits: undefined };
        gateways.set(gatewayId, gateway);
      }
      gateway.intervalMs = intervalMs;
      if (gateway.arrived.length < MAX_ARRIVED) gateway.arrived.push(sample);
    },
    /** Call when a gateway's last sample has been noted. */
    forget(gatewayId: string): void {
      leaving.add(gatewayId);
    },
    start(): void {
      unsubscribe.push(
        bus.subscribe("plant.*.alarms", (_message, subject) => {
          changedPlants.add(subject.split(".")[1] ?? "");
        }),
        // Alarms of any plant may have changed.
        bus.onLost(() => {
          for (const { states } of gateways.values())
            for (const { plantId } of states.values()) changedPlants.add(plantId);
        }),
      );
      loop.start();
    },
    async stop(): Promise<void> {
      for (const leave of unsubscribe.splice(0)) leave();
      await loop.stop();
      await tick().catch((error: unknown) => logger.warn({ err: error }, "thresholds were not compared"));
    },
  };
}

export type ThresholdWatch = ReturnType<typeof createThresholdWatch>;
