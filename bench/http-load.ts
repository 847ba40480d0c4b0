import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createResponseReader } from "./http-responses.ts";

/** A keep-alive connection that sends one request at a time. */
interface Connection {
  /** Calls back when the response is complete. */
  send(request: Buffer, onResponse: () => void): void;
}

/** Connections to one server. */
export interface Connections {
  readonly all: readonly Connection[];
  /** Rejects when a connection is closed, or a response has a status that is not accepted. */
  readonly failed: Promise<never>;
  end(): void;
}

/** A GET request as bytes, with the headers of the console. */
export function encodeRequest(request: { host: string; path: string; authorization: string }): Buffer {
  const lines = [
    `GET ${request.path} HTTP/1.1`,
    `Host: ${request.host}`,
    "Connection: keep-alive",
    "Accept: application/json",
    "Accept-Language: en",
    "Time-Zone: Europe/Berlin",
    `Authorization: ${request.authorization}`,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
}

const isOk = (status: number): boolean => status === 200;

function createConnection(
  socket: Socket,
  fail: (error: Error) => void,
  isAccepted: (status: number) => boolean,
): Connection {
  let onResponse = () => {};
  let request: Buffer | undefined;
  const read = createResponseReader((status) => {
    if (isAccepted(status)) onResponse();
    else fail(new Error(`status ${status}: ${request?.toString("latin1").split("\r\n", 1)[0]}`));
  });
  socket.on("data", (chunk: Buffer) => {
    try {
      read(chunk);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed a connection")));
  return {
    send(next, callback) {
      request = next;
      onResponse = callback;
      socket.write(next);
    },
  };
}

/** Opens connections to a server, `host` with its port. Any other status than 200 is a failure unless it is accepted. */
export async function openConnections(host: string, count: number, isAccepted = isOk): Promise<Connections> {
  const { hostname, port } = new URL(`http://${host}`);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  // Awaited by the measurement; without one it must not be an unhandled rejection.
  failed.catch(() => undefined);
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, "connect");
      return socket;
    }),
  );
  return {
    all: sockets.map((socket) => createConnection(socket, reject, isAccepted)),
    failed,
    end() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Returns the requests in turn, over and over. */
export function rotate(requests: readonly Buffer[]): () => Buffer {
  let next = 0;
  return () => {
    const request = requests[next] as Buffer;
    next = (next + 1) % requests.length;
    return request;
  };
}

/** Durations from the request to the end of the response, ms; one per call. */
export async function sendClosedLoop(
  { all, failed }: Connections,
  { next, seconds }: { next: () => Buffer; seconds: number },
): Promise<number[]> {
  const durationsMs: number[] = [];
  const endsAt = performance.now() + seconds * 1000;
  const runs = all.map(
    (connection) =>
      new Promise<void>((resolve) => {
        const sendNext = () => {
          const sentAt = performance.now();
          connection.send(next(), () => {
            const now = performance.now();
            durationsMs.push(now - sentAt);
            if (now < endsAt) sendNext();
            else resolve();
          });
        };
        sendNext();
      }),
  );
  await Promise.race([Promise.all(runs), failed]);
  return durationsMs;
}

/** Result of an open loop. */
export interface OpenLoop {
  /** From the time a call was due to the end of its response, ms; one per call. */
  readonly durationsMs: readonly number[];
  /** How late the load generator began calls; part of their durations. */
  readonly latenessMs: readonly number[];
  /** Until the last response. */
  readonly callsPerSecond: number;
}

/** An open loop: calls at an even rate. */
export interface OpenLoopOptions {
  readonly next: () => Buffer;
  /** At most this long. */
  readonly seconds: number;
  readonly callsPerSecond: number;
  /** No more calls become due once this is true. */
  readonly isDone?: () => boolean;
}

/**
 * Calls due at equal distances, however long earlier ones take: a call that is due while all connections wait for a
 * response is sent on the first that becomes free. Resolves after the last response.
 */
export async function sendOpenLoop(
  { all, failed }: Connections,
  { next, seconds, callsPerSecond, isDone = () => false }: OpenLoopOptions,
): Promise<OpenLoop> {
  let total = seconds * callsPerSecond;
  const durationsMs: number[] = [];
  const latenessMs: number[] = [];
  const idle = [...all];
  const waitingMs: number[] = [];
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;

  function send(connection: Connection, dueMs: number): void {
    connection.send(next(), () => {
      durationsMs.push(elapsedMs() - dueMs);
      if (durationsMs.length === total) resolve();
      const nextDueMs = waitingMs.shift();
      if (nextDueMs === undefined) idle.push(connection);
      else send(connection, nextDueMs);
    });
  }

  for (let index = 0; index < total; index++) {
    const dueMs = (index * 1000) / callsPerSecond;
    // Also when it is late, so that responses are read in between.
    await Promise.race([wait(Math.max(0, dueMs - elapsedMs())), failed]);
    if (isDone()) {
      total = index;
      break;
    }
    latenessMs.push(elapsedMs() - dueMs);
    const connection = idle.shift();
    if (connection) send(connection, dueMs);
    else waitingMs.push(dueMs);
  }
  if (durationsMs.length < total) await Promise.race([done, failed]);
  return { durationsMs, latenessMs, callsPerSecond: (total * 1000) / elapsedMs() };
}
