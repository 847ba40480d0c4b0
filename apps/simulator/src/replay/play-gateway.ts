import { once } from "node:events";
import { connect } from "node:net";
import { createGateway } from "../gateway/gateway.ts";
import type { GatewayNotice } from "../gateway/gateway-options.ts";
import { createMemoryStore } from "../gateway/gateway-state.ts";
import { RefusedError } from "../gateway/mqtt-connect.ts";
import type { PlantPlan } from "./plan-plant.ts";
import { ReplayError } from "./replay-error.ts";
import { planReports } from "./reports.ts";

/** Maximum number of reports in flight; far below the size of the ring buffer, which must not overwrite any. */
const MAX_UNSENT = 64;
const RING_RECORDS = 1_000;
/** Maximum outage of the link while reports are sent, so that a restart of the server is waited for. */
const MAX_OUTAGE_MS = 120_000;
const CONNECT_WITHIN_MS = 10_000;

function explain(mqttUrl: string, error: unknown): ReplayError {
  if (error instanceof RefusedError)
    return new ReplayError(`The device link at ${mqttUrl} refused the gateway.`, { cause: error });
  return new ReplayError(
    `The device link at ${mqttUrl} does not answer (${(error as Error).message}): name its address with --mqtt.`,
    { cause: error },
  );
}

/** Checks that the device link accepts connections. Throws ReplayError, so that no plant without data is created. */
export async function checkLink(mqttUrl: string): Promise<void> {
  const { hostname, port, protocol } = new URL(mqttUrl);
  const standardPort = protocol === "mqtts:" ? 8883 : 1883;
  // An IPv6 host is in brackets in a URL, and without them here.
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port) || standardPort });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) });
  } catch (error) {
    throw explain(mqttUrl, error);
  } finally {
    socket.destroy();
  }
}

/** Rejects when the connection cannot be opened, or is down too long. */
function createWatch(mqttUrl: string) {
  let downSince: number | undefined;
  let wasOnline = false;
  let reject: (error: unknown) => void = () => {};
  const broken = new Promise<never>((_, refuse) => {
    reject = refuse;
  });
  // Callers race against it; without this a failure after the race would end the process.
  broken.catch(() => {});
  return {
    broken,
    onNotice(notice: GatewayNotice): void {
      if (notice.kind === "online") {
        wasOnline = true;
        downSince = undefined;
      }
      if (notice.kind !== "failed") return;
      downSince ??= performance.now();
      const isDownTooLong = performance.now() - downSince >= MAX_OUTAGE_MS;
      if (!wasOnline || isDownTooLong) reject(explain(mqttUrl, notice.error));
    },
  };
}

/** Plays a plant's gateway: claims, announces, sends every report and waits until each is acknowledged. Throws ReplayError. */
export async function playGateway(
  mqttUrl: string,
  { gateway: device, inventory, recording }: PlantPlan,
): Promise<{ reports: number }> {
  const watch = createWatch(mqttUrl);
  const gateway = createGateway({
    url: mqttUrl,
    sn: device.sn,
    registrationCode: device.registrationCode,
    inventory,
    store: createMemoryStore(),
    ringRecords: RING_RECORDS,
    onNotice: watch.onNotice,
  });
  const { history, live } = planReports(recording);
  gateway.start();
  try {
    await Promise.race([gateway.whenReady(), watch.broken]);
    for (const report of history) {
      gateway.publishData({ ...report, way: "late" });
      await Promise.race([gateway.whenBelow(MAX_UNSENT), watch.broken]);
    }
    await Promise.race([gateway.whenEmpty(), watch.broken]);
    for (const report of live) gateway.publishData({ ...report, way: "live" });
    await Promise.race([gateway.whenEmpty(), watch.broken]);
  } finally {
    await gateway.stop();
  }
  return { reports: history.length + live.length };
}
