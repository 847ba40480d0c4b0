import type { ConnectionOptions, NatsConnection } from "@nats-io/transport-node";
import { connect } from "@nats-io/transport-node";
import type { Bus, BusHandler } from "./bus.ts";
import { createInProcessBus } from "./bus.ts";
import type { Logger } from "./logger.ts";
import { StartError } from "./start-error.ts";

const EXAMPLE = "nats://nats.example.org:4222";
/** Of all subjects, so that others can use the same NATS. */
const PREFIX = "heliograph.live.";
/** Tells the other processes that messages of this one were lost. */
const LOST_SUBJECT = "heliograph.lost";
/** Names in the log what a handler of a lost connection threw. */
const DISCONNECTED = "heliograph.disconnected";
const CONNECT_TIMEOUT_MS = 5_000;
// A server that no longer answers is noticed after three pings.
const PING_EVERY_MS = 2_000;
const RECONNECT_EVERY_MS = 250;

/** Options of the client for a list of addresses; user, password or token are those of the first one. */
function readAddresses(urls: readonly string[]): ConnectionOptions {
  const places = urls.map((url) => new URL(url));
  const { username = "", password = "", protocol } = places[0] ?? {};
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: places.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(user !== "" && (pass === "" ? { token: user } : { user, pass })),
    ...(protocol === "tls:" && { tls: {} }),
  };
}

async function open(urls: readonly string[]): Promise<NatsConnection> {
  const options = readAddresses(urls);
  try {
    return await connect({
      ...options,
      name: "heliograph",
      // The own handlers are called without the detour.
      noEcho: true,
      timeout: CONNECT_TIMEOUT_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: 2,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_EVERY_MS,
      reconnectJitter: RECONNECT_EVERY_MS,
      ignoreAuthErrorAbort: true,
    });
  } catch (error) {
    const places = [options.servers].flat().join(", ");
    const problem = error instanceof Error ? error.message : String(error);
    throw new StartError(`NATS_URL: no NATS answers at ${places}: ${problem}. Example: NATS_URL=${EXAMPLE}`, {
      cause: error,
    });
  }
}

/**
 * The bus between processes, over core NATS: handlers of this process are called without the network, those of others by
 * NATS. While the connection is down messages are lost; when it is back, `onLost` is called here and in all others.
 * Throws StartError when none of the servers answers.
 */
export async function createNatsBus(options: {
  /** Addresses (nats:// or tls://) of one server or of a cluster, which names its other members. */
  urls: readonly string[];
  logger: Logger;
}): Promise<Bus> {
  const { urls, logger } = options;
  const onError = (error: unknown, subject: string) =>
    logger.error({ err: error, subject }, "a subscriber failed");
  const own = createInProcessBus({ onError });
  const connection = await open(urls);
  const lostHandlers = new Set<() => void>();
  const disconnectHandlers = new Set<() => void>();
  let isConnected = true;
  let isClosed = false;

  function notify(handlers: ReadonlySet<() => void>, subject: string): void {
    for (const handler of handlers) {
      try {
        handler();
      } catch (error) {
        onError(error, subject);
      }
    }
  }
  const notifyLost = () => notify(lostHandlers, LOST_SUBJECT);

  function send(subject: string, message: unknown): void {
    // The client would keep messages until it is connected again, when everything is read anew anyway.
    if (!isConnected || isClosed) return;
    try {
      connection.publish(subject, JSON.stringify(message));
    } catch (error) {
      logger.error({ err: error, subject }, "a message could not be sent to other processes");
    }
  }

  /** Calls the handler for each message of other processes. */
  function receive(pattern: string, handler: BusHandler): () => void {
    if (isClosed) return () => {};
    const subscription = connection.subscribe(pattern, {
      callback(error, message) {
        if (isClosed) return;
        try {
          if (error) throw error;
          handler(message.json(), message.subject.slice(PREFIX.length));
        } catch (problem) {
          onError(problem, error ? pattern : message.subject.slice(PREFIX.length));
        }
      },
    });
    return () => {
      if (!connection.isClosed()) subscription.unsubscribe();
    };
  }

  async function followConnection(): Promise<void> {
    for await (const status of connection.status()) {
      if (isClosed) return;
      if (status.type === "disconnect") {
        isConnected = false;
        logger.warn({ server: status.server }, "the connection to NATS is lost");
        notify(disconnectHandlers, DISCONNECTED);
      }
      if (status.type === "reconnect") {
        isConnected = true;
        logger.warn({ server: status.server }, "connected to NATS again");
        send(LOST_SUBJECT, {});
        notifyLost();
      }
    }
  }

  receive(LOST_SUBJECT, notifyLost);
  followConnection().catch((error: unknown) => logger.error({ err: error }, "NATS is not watched any more"));
  // Others may send as soon as this process is ready.
  await connection.flush();

  return {
    publish(subject, message) {
      own.publish(subject, message);
      send(PREFIX + subject, message);
    },
    subscribe(pattern, handler) {
      const leaveOwn = own.subscribe(pattern, handler);
      const leaveOthers = receive(PREFIX + pattern, handler);
      return () => {
        leaveOwn();
        leaveOthers();
      };
    },
    onLost(handler) {
      lostHandlers.add(handler);
      return () => lostHandlers.delete(handler);
    },
    onDisconnect(handler) {
      disconnectHandlers.add(handler);
      return () => disconnectHandlers.delete(handler);
    },
    isConnected: () => isConnected,
    async close() {
      isClosed = true;
      await own.close();
      await connection.close();
    },
  };
}
