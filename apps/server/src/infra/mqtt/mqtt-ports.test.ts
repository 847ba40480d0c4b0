import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { Aedes } from "aedes";
import { connectAsync } from "mqtt";
import { expect, onTestFinished, test } from "vitest";
import { createCertificate } from "../../../test/certificate.ts";
import { createLogger } from "../logger.ts";
import { createMqttPorts } from "./mqtt-ports.ts";

const SILENT = 12;

async function openPorts() {
  const aedes = new Aedes();
  await aedes.listen();
  const ports = createMqttPorts({
    aedes,
    limits: { bytes: 16_384, perSecond: 1000, burst: 1000 },
    maxQos: 0,
    maxWaiting: { ofOneSource: 3, inAll: 5 },
    logger: createLogger({ logLevel: "silent" }),
    now: () => performance.now(),
    onRefused: () => undefined,
  });
  onTestFinished(async () => {
    ports.stopListening();
    await ports.close();
  });
  return ports;
}

/** A connection that sends nothing. */
async function openSilent(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  socket.on("error", () => undefined);
  socket.resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

async function openMany(port: number, localAddress?: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let count = 0; count < SILENT; count++) sockets.push(await openSilent(port, localAddress));
  return sockets;
}

const readOpen = (sockets: readonly Socket[]) => sockets.map(({ closed }) => !closed);
const lastOf = (count: number) => Array.from({ length: SILENT }, (_, index) => index >= SILENT - count);

test("ends the oldest silent sockets of an address beyond its limit, and none that has signed in or has another address", async () => {
  const { listen } = await openPorts();
  const port = await listen("127.0.0.1", 0);
  const signedIn = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
  onTestFinished(() => void signedIn.end(true));
  const other = await openSilent(port, "127.0.0.2");
  const silent = await openMany(port);
  await expect.poll(() => readOpen(silent)).toEqual(lastOf(3));
  expect(other.closed).toBe(false);
  // Behind the same address a client still signs in.
  const next = await connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
  onTestFinished(() => void next.end(true));
  await openMany(port);
  await expect.poll(() => readOpen(silent)).toEqual(lastOf(0));
  expect([signedIn.connected, next.connected, other.closed]).toEqual([true, true, false]);
});

test("limits the silent sockets of all addresses", async () => {
  const { listen } = await openPorts();
  const port = await listen("127.0.0.1", 0);
  const first = await openSilent(port, "127.0.0.2");
  const second = await openSilent(port, "127.0.0.3");
  const third = await openSilent(port, "127.0.0.4");
  await openMany(port);
  await expect.poll(() => readOpen([first, second, third])).toEqual([false, true, true]);
});

test("counts connections that begin no TLS, and none whose client has signed in over TLS", async () => {
  const { certPath, keyPath, remove } = createCertificate();
  onTestFinished(remove);
  const { listenTls } = await openPorts();
  const port = await listenTls("127.0.0.1", { port: 0, certPath, keyPath });
  const signedIn = await connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...{ rejectUnauthorized: false, reconnectPeriod: 0 },
  });
  onTestFinished(() => void signedIn.end(true));
  const silent = await openMany(port);
  await expect.poll(() => readOpen(silent)).toEqual(lastOf(3));
  expect(signedIn.connected).toBe(true);
});
