import { setTimeout as delay } from "node:timers/promises";
import type { DeviceModel, TopicName } from "@heliograph/protocol";
import type { Bus } from "../../../infra/bus.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Config } from "../../../infra/config.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Metrics } from "../../../infra/metrics.ts";
import { listenOnPort } from "../../../infra/ports.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { createRefusalCounts } from "../../base/audit/refusal-counts.service.ts";
import { markWindows } from "../../energy/metering/window-marks.service.ts";
import type { AlarmService } from "../alarms/alarms.service.ts";
import type { CommandService } from "../commands/commands.service.ts";
import type { ParameterService } from "../commands/parameters.service.ts";
import { createEmergencyDelivery } from "../emergency-stop/emergency-delivery.service.ts";
import { createSafetyWatch } from "../safety/safety-watch.service.ts";
import { announceReportsWait } from "../safety/storage-notes.service.ts";
import { createThresholdWatch } from "../thresholds/threshold-watch.service.ts";
import type { UpgradeService } from "../upgrades/upgrades.service.ts";
import { createBirthRules } from "./adoption/births.ts";
import { createClaims } from "./adoption/claims.ts";
import { createCommandDelivery } from "./commands/command-delivery.ts";
import { createAdmission } from "./connection/admission.ts";
import type { Broker } from "./connection/broker.ts";
import { createBroker } from "./connection/broker.ts";
import { createChangePoll } from "./connection/change-poll.ts";
import { createGatewayContexts } from "./connection/gateway-contexts.ts";
import { createGatewayMessages } from "./connection/gateway-messages.ts";
import { createLinkActivity } from "./connection/link-activity.ts";
import { createOnlineStates } from "./connection/online-states.ts";
import { acquireSession } from "./connection/ownership.repository.ts";
import { createSecurityLog } from "./connection/security-log.ts";
import type { Session } from "./connection/session.ts";
import { createSessionBook } from "./connection/session.ts";
import { createStorageRetry } from "./connection/storage-retry.ts";
import { createImageDelivery } from "./firmware/image-delivery.ts";
import { createEventRules } from "./intake/event-rules.ts";
import { rejectExpired } from "./intake/expired-reports.ts";
import { createIntakeHealth } from "./intake/intake-health.ts";
import { createIntakeMetrics } from "./intake/intake-metrics.ts";
import { createLiveValues } from "./intake/live-values.ts";
import { createMessageRouter } from "./intake/message-router.ts";
import { createPendingReports } from "./intake/pending-reports.ts";
import { createRejectedReports } from "./intake/rejected-reports.ts";
import { createReportIntake } from "./intake/report-intake.ts";
import { createReportWriter } from "./intake/report-writer.ts";
import { createSync } from "./intake/sync.ts";

export interface LinkServerDeps {
  config: Pick<
    Config,
    | "host"
    | "mqttPort"
    | "mqttPortIsSet"
    | "mqttTls"
    | "dataFolder"
    | "databaseUrl"
    | "clickhouseUrl"
    | "firmwareRateKib"
  >;
  /** Id of this process. */
  processId: string;
  db: Db;
  /** Connections of their own for shutdowns, which wait for no others; `db` when absent. */
  safetyDb?: Db;
  clickhouse: ClickHouse;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  alarms: AlarmService;
  commands: CommandService;
  parameters: Pick<ParameterService, "saveReported">;
  models: readonly DeviceModel[];
  upgrades: Pick<UpgradeService, "readChunk" | "saveDownloads" | "receiveProgress">;
  /** Power, status or devices of a plant changed. */
  onPlantChanged(plantId: string): void;
  /** A line for the person at the terminal. */
  print?(line: string): void;
  /** Longest wait for more rows before a batch is written, ms. */
  flushAfterMs?: number;
  /** Wait after the last report before a batch is written, ms. */
  quietMs?: number;
  /** Where the process is monitored. */
  metrics?: Metrics;
}

export type LinkServer = ReturnType<typeof createLinkServer>;

const EXPIRE_PENDING_EVERY_MS = 3_600_000;
const REBIRTH_EVERY_MS = 10_000;
const GAP_ASKED_AFTER_MS = 2_000;
/** A process with few gateways hands them over faster: 20 a second are no load to the others. */
const DRAIN_EACH_MS = 50;
const TROUBLE_EVERY_MS = 2_000;

/** The device link: an MQTT broker in front of the stores. */
export function createLinkServer(deps: LinkServerDeps) {
  const { config, processId, db, clickhouse, bus, clock, logger, alarms, commands, onPlantChanged } = deps;
  const now = () => clock.now();
  let broker: Broker | undefined;
  const getBroker = (): Broker => {
    if (!broker) throw new Error("the link is not started");
    return broker;
  };
  let leaveLinks: (() => void) | undefined;
  const timers: NodeJS.Timeout[] = [];
  const rebirthRequestedAt = new Map<string, number>();
  const gapTimers = new Map<string, NodeJS.Timeout>();

  const book = createSessionBook(now);
  const reportMetrics = createIntakeMetrics(deps.metrics, book.count);
  const contexts = createGatewayContexts({ db, clickhouse });
  const refusals = createRefusalCounts({ db, clock, logger });
  const onRefused = (actor: string, act: string) => refusals.count(actor, `mqtt ${act}`);
  const securityLog = createSecurityLog({ db, clock });
  const activity = createLinkActivity({ db, clock, logger });
  const thresholds = createThresholdWatch({ db, bus, clock, logger, alarms });
  const safety = createSafetyWatch({ ...deps, db: deps.safetyDb ?? db });
  const emergency = createEmergencyDelivery({
    ...{ db: deps.safetyDb ?? db, clock, logger, commands, safety, find: book.find },
    send: async (sn, command) => await getBroker().send(sn, "downCommand", command),
    storeReply: async (session, reply) => await delivery.storeReply(session, reply),
  });
  const live = createLiveValues({ db, bus, clock, logger, thresholds, onPlantChanged });
  const online = createOnlineStates({ db, bus, clock, logger, onPlantChanged });
  const writer = createReportWriter({
    clickhouse,
    markWindows: (marks) => markWindows(db, marks),
    flushAfterMs: deps.flushAfterMs,
    quietMs: deps.quietMs,
  });
  const storageRetry = createStorageRetry({ clock, logger });
  const claims = createClaims({ db, clock });
  const sync = createSync({ db, clickhouse, clock });
  const delivery = createCommandDelivery({
    commands,
    safety,
    emergency,
    contexts,
    book,
    broker: getBroker,
    logger,
    onWrongSession: ({ gatewayId }) =>
      inBackground(securityLog.raise("device.wrong-session", gatewayId), "audit"),
    onForgedReply: ({ gatewayId }, commandId) =>
      inBackground(securityLog.raise("device.forged-reply", gatewayId, { new: { commandId } }), "audit"),
    onContraryReply: ({ gatewayId }, commandId) =>
      inBackground(securityLog.raise("device.contrary-reply", gatewayId, { new: { commandId } }), "audit"),
    onReplayedReply: ({ gatewayId }, commandId) =>
      inBackground(securityLog.raise("device.wrong-session", gatewayId, { new: { commandId } }), "audit"),
  });
  const images = createImageDelivery({
    upgrades: deps.upgrades,
    book,
    broker: getBroker,
    logger,
    bytesPerSecond: config.firmwareRateKib * 1024,
  });
  const births = createBirthRules({ db, clock, contexts, securityLog, onPlantChanged });
  const rejectedReports = createRejectedReports({ db });
  const intake = createReportIntake({
    db,
    clock,
    contexts,
    writer,
    rejectedReports,
    securityLog,
    events: createEventRules({ db, alarms, live }),
    live,
    safety,
    requestRebirth,
    onGap: scheduleGapRequest,
    metrics: reportMetrics,
    models: deps.models,
  });
  const pendingReports = createPendingReports({ db, intake, contexts, births, book, logger });
  const router = createMessageRouter({
    storageRetry,
    rejectedReports,
    intake,
    births,
    pendingReports,
    online,
    sync,
    claims,
    delivery,
    images,
    safety,
    isOwn: (session) => session.tag === undefined && book.find(session.sn) === session,
    parameters: deps.parameters,
    contexts,
    clock,
    broker: getBroker,
    logger,
  });

  function inBackground(action: Promise<unknown>, what: string): void {
    action.catch((error: unknown) => logger.warn({ err: error }, what));
  }

  function requestRebirth(sn: string): void {
    if (now() - (rebirthRequestedAt.get(sn) ?? Number.NEGATIVE_INFINITY) < REBIRTH_EVERY_MS) return;
    rebirthRequestedAt.set(sn, now());
    inBackground(getBroker().send(sn, "downSync", { rebirth: true }), "a birth could not be asked for");
  }

  /** Debounced for all gaps found within a short time; a reconnecting gateway sends live data first. */
  function scheduleGapRequest(sn: string): void {
    if (gapTimers.has(sn)) return;
    const requestGap = () => {
      gapTimers.delete(sn);
      const session = book.find(sn);
      if (session) inBackground(sendSync(session), "missing reports could not be requested");
    };
    gapTimers.set(sn, setTimeout(requestGap, GAP_ASKED_AFTER_MS));
  }

  /** Ends the sessions that signed in with an earlier secret. */
  function closeEarlierSessions(sn: string, secretRev: number): void {
    for (const session of book.list(sn)) if (session.secretRev < secretRev) session.client.close();
  }

  function onReady(session: Session): void {
    // It may have ended during admission; then `onGone` came first.
    if (session.client.closed) return;
    book.add(session);
    if (!session.isClaim) gatewayMessages.listen(session.sn);
    if (session.isClaim || session.tag !== undefined) return;
    inBackground(online.set(session, true), "a gateway could not be marked online");
  }

  function onDisconnected(session: Session): void {
    const wasOwn = book.remove(session);
    if (wasOwn) inBackground(online.set(session, false), "a gateway could not be marked offline");
    if (!session.isClaim && book.isEmpty(session.sn)) {
      contexts.drop(session.sn);
      live.forget(session.gatewayId);
      safety.forget(session.gatewayId);
      rebirthRequestedAt.delete(session.sn);
      gatewayMessages.leave(session.sn);
    }
  }

  async function sendSync(session: Session): Promise<void> {
    const message = await sync.find(session.gatewayId, session.gatewayKey);
    if (message) await getBroker().send(session.sn, "downSync", message);
  }

  function onSubscribed(session: Session, name: TopicName): void {
    if (session.tag !== undefined || session.isClaim) return;
    if (name === "downCommand") {
      emergency.onConnected(session.sn);
      inBackground(delivery.deliver(session.sn), "commands could not be delivered");
      inBackground(safety.onConnected(session.gatewayId), "a shutdown could not be repeated");
    }
    if (name === "downSync") inBackground(sendSync(session), "stored numbers could not be sent to a gateway");
  }

  const admission = createAdmission({
    claims,
    book,
    onRefused,
    onNewSecret(sn, secretRev) {
      closeEarlierSessions(sn, secretRev);
      bus.publish(`gateway.${sn}.kick`, { secretRev });
    },
    async acquireSession(sn, gatewayId) {
      const { epoch, isTakenOver, commandSeq } = await acquireSession(db, gatewayId, processId);
      if ((isTakenOver || book.find(sn)) && book.noteReplaced(sn))
        inBackground(securityLog.raise("device.session-fight", gatewayId), "audit");
      // What another process stored since is read again.
      if (isTakenOver) contexts.drop(sn);
      bus.publish(`gateway.${sn}.session`, { processId, epoch });
      return { epoch, commandSeq };
    },
  });

  /** The gateway has signed in at another process. */
  function closeReplacedSession(sn: string, epoch: number): void {
    const session = book.find(sn);
    if (!session || session.client.closed || session.epoch >= epoch) return;
    // Counted at both, so that sessions that replace each other are noticed wherever they are.
    book.noteReplaced(sn);
    session.client.close();
  }

  const gatewayMessages = createGatewayMessages({
    bus,
    processId,
    onCommand: (sn) => inBackground(delivery.deliver(sn), "commands could not be delivered"),
    onEmergency: (sn, message) =>
      inBackground(emergency.note(sn, message), "a shutdown could not be sent without the database"),
    onNewSecret: closeEarlierSessions,
    onSessionElsewhere: closeReplacedSession,
  });
  const changePoll = createChangePoll({
    db,
    processId,
    commands,
    logger,
    onCommands: delivery.deliver,
    onNewSecret: closeEarlierSessions,
    onSessionElsewhere: closeReplacedSession,
    onLinksChanged: pendingReports.onChangesRead,
  });

  const intakeHealth = createIntakeHealth({ config, storageRetry });

  return {
    /** Whether a report can be stored and acknowledged now. */
    checkIntake: intakeHealth.check,
    /** Gateways that are connected to this process. */
    countGateways: book.count,
    async start(): Promise<{ port: number; tlsPort?: number }> {
      const started = await createBroker({
        admission,
        logger,
        now: () => performance.now(),
        events: {
          onMessage: router.receive,
          onReady,
          onDisconnected,
          onSubscribed,
          onActivity: (session) => {
            if (!session.isClaim && session.tag === undefined) online.recordActivity(session);
          },
          onRefused,
        },
      });
      broker = started;
      // Of all gateways: pending reports of one that is connected nowhere are stored by any process.
      leaveLinks = bus.subscribe("gateway.*.links", (_message, subject) => {
        const sn = subject.split(".")[1] ?? "";
        inBackground(pendingReports.onLinksChanged(sn), "pending reports could not be stored");
      });
      await online.start();
      live.start();
      thresholds.start();
      safety.start();
      emergency.start();
      refusals.start();
      activity.start();
      changePoll.start();
      const announceTrouble = () => storageRetry.findTrouble() !== undefined && announceReportsWait(bus);
      timers.push(setInterval(announceTrouble, TROUBLE_EVERY_MS));
      timers.push(
        setInterval(
          () => inBackground(rejectExpired(db, now()), "expired pending reports could not be rejected"),
          EXPIRE_PENDING_EVERY_MS,
        ),
      );
      const { host, mqttPort, mqttPortIsSet, mqttTls } = config;
      const portRequest = { variable: "MQTT_PORT", host, port: mqttPort, isSet: mqttPortIsSet };
      const port = await listenOnPort(
        portRequest,
        (at) => started.listen(host, at),
        deps.print ?? (() => undefined),
      );
      if (!mqttTls) return { port };
      const tlsWish = { variable: "MQTT_TLS_PORT", host, port: mqttTls.port, isSet: true };
      const listenTls = (at: number) => started.listenTls(host, { ...mqttTls, port: at });
      return { port, tlsPort: await listenOnPort(tlsWish, listenTls, () => undefined) };
    },
    /**
     * Accepts no new connections and closes those of gateways one after another, evenly over this time at most, so that
     * they sign in at other processes a few at a time. The signal ends it early.
     */
    async drain(withinMs: number, signal: AbortSignal): Promise<void> {
      broker?.stopListening();
      const sessions = book.listOwn();
      const eachMs = Math.min(DRAIN_EACH_MS, withinMs / Math.max(1, sessions.length));
      for (const session of sessions) {
        if (signal.aborted) return;
        session.client.close();
        await delay(eachMs, undefined, { signal }).catch(() => undefined);
      }
    },
    /** Accepts nothing new, stores and acknowledges messages in progress, then closes. */
    async stop(): Promise<void> {
      leaveLinks?.();
      gatewayMessages.stop();
      for (const timer of timers.splice(0)) clearInterval(timer);
      for (const timer of gapTimers.values()) clearTimeout(timer);
      gapTimers.clear();
      broker?.stopListening();
      await activity.stop();
      await changePoll.stop();
      storageRetry.stop();
      await images.stop();
      await router.drain(writer);
      await broker?.close();
      await live.stop();
      await thresholds.stop();
      await safety.stop();
      await emergency.stop();
      await online.stop();
      await refusals.stop();
      broker = undefined;
    },
    /** Stores the pending reports of a gateway that is in a plant now, or whose links changed. */
    storePending: pendingReports.storePending,
  };
}
