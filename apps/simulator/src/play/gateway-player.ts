import { randomUUID } from "node:crypto";
import type { Command, DeviceModel } from "@heliograph/protocol";
import { findModel } from "@heliograph/protocol";
import type { Fault, Site, SiteGateway } from "../fleet.ts";
import type { CommandOutcome } from "../gateway/command-desk.ts";
import { createFirmwareDesk } from "../gateway/firmware-desk.ts";
import { createGateway } from "../gateway/gateway.ts";
import type { GatewayNotice, Inventory, Way } from "../gateway/gateway-options.ts";
import type { GatewayStore } from "../gateway/gateway-state.ts";
import { pause } from "../gateway/pause.ts";
import { planTables } from "../physics/columns.ts";
import { createConditionWatch } from "../physics/conditions.ts";
import { isActive, isHit, REPLY_FAULTS } from "../physics/fault-rules.ts";
import { createReporter } from "../physics/reports.ts";
import { createRoofPhysics } from "../physics/roof-physics.ts";
import type { Weather } from "../physics/weather.ts";
import type { PlayClock } from "./play-clock.ts";
import { createReplyFaults } from "./reply-faults.ts";
import { applyKeepAlive, commandRelays, commandUnits, listIgnited } from "./unit-commands.ts";
import { createUnitParameters } from "./unit-parameters.ts";

export interface GatewayPlayerOptions {
  readonly site: Site;
  readonly gateway: SiteGateway;
  readonly weather: Weather;
  readonly seed: number;
  /** Where the counters begin; nothing is reported before. */
  readonly beginAt: number;
  readonly backfillDays: number;
  readonly url: string;
  readonly registrationCode?: string;
  readonly store: GatewayStore;
  readonly clock: PlayClock;
  readonly models: readonly DeviceModel[];
  /** Public keys of firmware publishers, 32 bytes in base64 each. */
  readFirmwareKeys?(): readonly string[];
  onNotice(sn: string, notice: GatewayNotice): void;
}

const DAY_MS = 86_400_000;
const RING_MS = 7 * DAY_MS;
const BACKFILL_STEP_S = 300;
const FAST_INTERVAL_S = 5;
const FAST_MS = 5 * 60_000;
// Reports generated in one batch before other gateways continue.
const BATCH = 12;
// The cloud stores reports in batches, five times a second: fewer in flight would make it wait.
const IN_FLIGHT = 64;
const UNACKNOWLEDGED_AT_SPEED = 200;
const HARDWARE = "1.4";
const FACTORY_VERSION = "2.1.0";
// How long a unit takes to write an image, and to start with it.
const WRITE_MS = 3_000;
const RESTART_MS = 2_000;

/** Simulates one gateway of a site: reads the physics and sends over the device link. */
export function createGatewayPlayer(options: GatewayPlayerOptions) {
  const { site, weather, seed, beginAt, clock } = options;
  const spec = options.gateway;
  const physics = createRoofPhysics({ site, gateway: spec, weather, seed, beginAt });
  const gatewayModel = findModel(options.models, { type: "DCON", model: spec.model });
  const unitModels = new Map<number, DeviceModel>([
    [0, gatewayModel],
    ...physics.roof.units.map(
      ([unit, , type, model]) => [unit, findModel(options.models, { type, model })] as const,
    ),
  ]);
  const { columns, tableOf } = planTables(unitModels);
  const reporter = createReporter({ site, gateway: spec, physics, seed });
  const conditions = createConditionWatch(site, physics.roof);
  let fastUntil = 0;
  /** The latest report of a past that is played faster than real time. */
  let playedAt: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const stopping = new AbortController();

  const faultsOf = (kind: Fault["kind"], at: number): Fault[] =>
    site.faults.filter(
      (fault) =>
        fault.kind === kind &&
        isActive(fault, at, site.longitude) &&
        (!("gateway" in fault) || fault.gateway === undefined || fault.gateway === spec.sn),
    );

  /** Error of the gateway's clock. */
  function clockErrorMs(at: number): number {
    return faultsOf("wrong-clock", at).reduce(
      (sum, fault) => sum + (fault.kind === "wrong-clock" ? fault.offsetMinutes * 60_000 : 0),
      0,
    );
  }

  function isReporting(module: number): boolean {
    return !faultsOf("dead-unit", clock.now()).some(
      (fault) => fault.kind === "dead-unit" && isHit(fault, physics.roof.modules[module]!),
    );
  }

  async function contact(): Promise<void> {
    for (const fault of faultsOf("slow-radio", clock.now()))
      if (fault.kind === "slow-radio") await pause(fault.seconds * 1000, stopping.signal);
  }
  const now = () => clock.now() + clockErrorMs(clock.now());

  const memory = options.store.load();
  const byUnit = <Value>(stored: Readonly<Record<string, Value>>): Map<number, Value> =>
    new Map(Object.entries(stored).map(([unit, value]) => [Number(unit), value]));
  const parameters = createUnitParameters({
    units: new Map([...unitModels].filter(([, model]) => Object.keys(model.parameters).length > 0)),
    stored: new Map([
      [0, { reportInterval: spec.intervalS, timeSource: spec.clock === "none" ? "ntp" : spec.clock }],
      ...byUnit(memory.parameters),
    ]),
    isReporting(unit) {
      const string = physics.roof.strings.find((candidate) => candidate.unit === unit);
      return string === undefined ? isUnitReporting(unit) : string.modules.some(isReporting);
    },
    isLocked: (unit) => unit > 0 && faultsOf("locked", clock.now()).length > 0,
    contact,
    now,
    onWritten(unit, values) {
      gateway.saveParameters(unit, values);
      if (unit > 0) return applyKeepAlive(physics, unit, values, clock.now());
      gateway.setInventory(createInventory());
      schedule();
    },
  });
  // A relay that is off stays off when the gateway starts again.
  for (const unit of unitModels.keys()) applyKeepAlive(physics, unit, parameters.valuesOf(unit), beginAt);
  const intervalS = (): number => Number(parameters.get(0, "reportInterval"));
  const versions = byUnit(memory.versions);

  function createInventory(): Inventory {
    return {
      model: spec.model,
      hw: HARDWARE,
      sw: versions.get(0) ?? FACTORY_VERSION,
      hplc: "1.7.2",
      intervalS: intervalS(),
      capabilities: gatewayModel.capabilities,
      units: physics.roof.units.map(([unit, sn, type, model, hw, sw, more]) => [
        unit,
        sn,
        type,
        model,
        hw,
        versions.get(unit) ?? sw,
        more,
      ]),
      columns,
    };
  }

  const isUnitReporting = (unit: number): boolean => {
    const module = physics.roof.modules.findIndex((candidate) => candidate.unit === unit);
    return module < 0 || isReporting(module);
  };

  const firmware = createFirmwareDesk({
    trustedKeys: () => options.readFirmwareKeys?.() ?? [],
    listUnits() {
      const { units, model, hw, sw } = createInventory();
      return [
        { unit: 0, type: "DCON", model, hw, sw },
        ...units.map(([unit, , type, model, hw, sw]) => ({ unit, type, model, hw, sw })),
      ];
    },
    send: (report) => gateway.publishOta(report),
    async write(unit, version, onRestart) {
      if (faultsOf("locked", clock.now()).length > 0) return "E_LOCKED";
      if (!isUnitReporting(unit)) return "E_TIMEOUT";
      await pause(WRITE_MS, stopping.signal);
      onRestart();
      await pause(RESTART_MS, stopping.signal);
      versions.set(unit, version);
      gateway.saveVersion(unit, version);
      gateway.setInventory(createInventory());
      return undefined;
    },
  });

  function handle(command: Command): Promise<CommandOutcome> | CommandOutcome | undefined {
    switch (command.op) {
      case "open":
      case "close":
      case "switch.get":
        return carryOutSwitching(command);
      case "relay":
        return carryOutRelays(command);
      case "ignite":
        return { afterwards: ignite };
      case "param.get":
      case "param.set":
      case "param.copy":
        return carryOutParameters(command);
      case "ota.start":
      case "ota.cancel":
        return firmware.handle(command);
      case "fast":
        return {
          afterwards() {
            fastUntil = clock.now() + FAST_MS;
            schedule();
          },
        };
      case "scan":
        return { afterwards: gateway.announce };
      case "restart":
        return { afterwards: () => void gateway.restart() };
      default:
        return undefined;
    }
  }

  const radio = { isReporting, contact, now, roofNow: clock.now };
  /** The gateway has one radio: switches are contacted by one command after the other. */
  let switching: Promise<unknown> = Promise.resolve();
  async function carryOutSwitching(command: Command): Promise<CommandOutcome> {
    const turn = switching.then(() => commandUnits(physics, command, radio));
    switching = turn.catch(() => undefined);
    const outcome = await turn;
    if (command.op !== "switch.get") return outcome;
    // What was read is reported immediately; what `open` and `close` did only when asked, or at the interval.
    return { ...outcome, afterwards: () => report(clock.now(), "live", true) };
  }

  async function carryOutRelays(command: Extract<Command, { op: "relay" }>): Promise<CommandOutcome> {
    const outcome = await commandRelays(physics, command, radio);
    for (const [unit, code] of outcome.results ?? [])
      if (code === 0) parameters.save(unit, { relay: command.args.on });
    return {
      ...outcome,
      afterwards() {
        // The gateway starts the units of a relay that is on automatically.
        if (command.args.on) ignite();
        report(clock.now(), "live", true);
      },
    };
  }

  /** Says of each unit whether its keep-alive has started. */
  function ignite(): void {
    gateway.publishEvent(now(), listIgnited(physics, isReporting, clock.now()));
  }

  async function carryOutParameters(command: Command): Promise<CommandOutcome> {
    const outcome = await parameters.handle(command);
    const units = (outcome.results ?? []).flatMap(([unit, code]) => (code === 0 ? [unit] : []));
    if (units.length === 0) return outcome;
    return {
      ...outcome,
      afterwards: () =>
        gateway.publishParameters(clock.now() + clockErrorMs(clock.now()), parameters.report(units)),
    };
  }

  const gateway = createGateway({
    url: options.url,
    sn: spec.sn,
    ...(options.registrationCode !== undefined && { registrationCode: options.registrationCode }),
    inventory: createInventory(),
    store: options.store,
    // An instant has one record per table.
    ringRecords:
      Object.keys(columns).length * (RING_MS / Math.min(spec.intervalS * 1000, BACKFILL_STEP_S * 1000)),
    inFlight: IN_FLIGHT,
    clock: spec.clock,
    now: () => clock.now() + clockErrorMs(clock.now()),
    onCommand: handle,
    planReplies: createReplyFaults({
      listFaults: () => REPLY_FAULTS.flatMap((kind) => faultsOf(kind, clock.now())),
      createId: randomUUID,
    }),
    onChunk: firmware.receive,
    onReady: firmware.resume,
    onNotice: (notice) => options.onNotice(spec.sn, notice),
  });

  let wasLit: boolean | undefined;
  /** Units start with the first light of a day. */
  function igniteAtDawn(at: number): void {
    const isLit = physics.stateAt(at).light.planes.some(({ effectiveWm2 }) => effectiveWm2 > 0);
    if (isLit && wasLit === false) ignite();
    wasLit = isLit;
  }

  function report(at: number, way: Way, areAwake = false): void {
    const errorMs = clockErrorMs(at);
    if (way === "live" && !clock.isCatchingUp()) igniteAtDawn(at);
    // Events are sent while connected; the first live report contains conditions that still last.
    const changes = way === "live" ? conditions.changesAt(at) : [];
    for (const { at: changedAt, entries } of changes) gateway.publishEvent(changedAt + errorMs, entries);
    const all = reporter.reportsAt(at, areAwake).flatMap(({ rows }) => rows);
    for (const [table, rows] of Map.groupBy(all, ({ unit }) => tableOf(unit))) {
      const stamped = errorMs === 0 ? rows : rows.map((row) => ({ ...row, at: row.at + errorMs }));
      gateway.publishData({ at: at + errorMs, table, rows: stamped, way });
    }
  }

  function intervalMs(now: number): number {
    return (now < fastUntil ? Math.min(FAST_INTERVAL_S, intervalS()) : intervalS()) * 1000;
  }

  async function tick(at: number): Promise<void> {
    const isOnline = faultsOf("outage", at).length === 0;
    gateway.setLine(isOnline);
    report(at, "live");
    // Without a connection nothing is acknowledged: waiting for it would keep the outage from ending.
    if (isOnline && clock.isCatchingUp()) await gateway.whenBelow(UNACKNOWLEDGED_AT_SPEED);
    // Until the present is reached no instant is left out, however late its timer is.
    const isBehind = playedAt !== undefined && at + intervalMs(at) <= clock.now();
    playedAt = clock.isCatchingUp() || isBehind ? at : undefined;
    if (!isStopped) schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    const after = playedAt ?? clock.now();
    const stepMs = intervalMs(after);
    const nextAt = (Math.floor(after / stepMs) + 1) * stepMs;
    timer = setTimeout(() => void tick(nextAt), clock.untilMs(nextAt));
  }

  /** First instant whose report may be missing in the cloud; undefined when there is none before now. */
  function findBackfillFrom(now: number): number | undefined {
    // A gateway without a clock counts from its start: it has no stamp for what was before.
    if (spec.clock !== "ntp") return undefined;
    const { lastRecordAt, unsentFromAt } = gateway.state();
    if (lastRecordAt === undefined && options.backfillDays === 0) return undefined;
    const fromAt =
      lastRecordAt === undefined
        ? now - options.backfillDays * DAY_MS
        : Math.min(lastRecordAt + 1, unsentFromAt ?? lastRecordAt + 1);
    return Math.max(fromAt, now - RING_MS, beginAt);
  }

  async function backfill(now: number): Promise<number> {
    const fromAt = findBackfillFrom(now);
    if (fromAt === undefined) return 0;
    const stepMs = Math.max(intervalS(), BACKFILL_STEP_S) * 1000;
    let made = 0;
    for (let at = Math.ceil(fromAt / stepMs) * stepMs; at < now && !isStopped; at += stepMs) {
      report(at, "late");
      if (++made % BATCH === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return made;
  }

  return {
    sn: spec.sn,
    /** Sends missing reports, then reports at the gateway's interval. Resolves once everything before now is queued. */
    async start(): Promise<void> {
      const now = clock.now();
      await backfill(now);
      if (isStopped) return;
      gateway.start();
      // Visible immediately, not only at the next full interval.
      void gateway.whenReady().then(() => {
        if (!isStopped) report(clock.now(), "live");
      });
      schedule();
    },
    whenReady: gateway.whenReady,
    /** Resolves when everything so far is acknowledged. */
    whenSent: gateway.whenEmpty,
    async stop(): Promise<void> {
      isStopped = true;
      stopping.abort();
      clearTimeout(timer);
      firmware.stop();
      await gateway.stop();
    },
  };
}

export type GatewayPlayer = ReturnType<typeof createGatewayPlayer>;
