import { setTimeout as wait } from "node:timers/promises";
import { endpoints } from "@heliograph/contract";
import type { Event } from "@heliograph/protocol";
import { encodeJson, topicOf } from "@heliograph/protocol";
import type { TestClient, TestGateway } from "../apps/server/test/link.ts";
import { encodePublish } from "../apps/server/test/raw-gateway.ts";
import type { ConnectedGateways } from "./gateways.ts";

// What bench/storm.ts sends beside paced reports: events in a storm, and commands.

const STORM_S = 10;
/** Far above the numbers of reports. */
const FIRST_EVENT = 1_000_000;

export interface StormOptions {
  readonly registered: readonly TestGateway[];
  /** Each has as many units, which are numbered from 1. */
  readonly units: number;
  /** Event number that every unit raises once. */
  readonly code: number;
}

/** Every unit of every gateway raises an event within ten seconds; resolves when all messages are acknowledged. */
export async function sendStorm(
  { connections }: ConnectedGateways,
  { registered, units, code }: StormOptions,
  round: number,
): Promise<void> {
  const perMessage = Math.ceil(units / STORM_S);
  const startedAt = performance.now();
  const acknowledged: Promise<void>[] = [];
  for (let second = 0; second < STORM_S; second++)
    for (const [index, connection] of connections.entries()) {
      const dueMs = (second + index / connections.length) * 1000;
      await wait(Math.max(0, startedAt + dueMs - performance.now()));
      const number = round * STORM_S + second + 1;
      const first = second * perMessage + 1;
      const message: Event = {
        v: 1,
        rev: 1,
        s: FIRST_EVENT + number,
        t: Date.now(),
        e: Array.from({ length: Math.max(1, Math.min(perMessage, units - first + 1)) }, (_, at) => [
          Math.min(first + at, units),
          "raised",
          code,
        ]),
      };
      acknowledged.push(new Promise((resolve) => connection.onAcknowledged(() => resolve())));
      const topic = topicOf.upEvent(registered[index]?.sn ?? "");
      connection.send(encodePublish(topic, encodeJson(message), number));
    }
  // The last of each connection: earlier handlers were replaced by later ones.
  await Promise.all(acknowledged.slice(-connections.length));
}

export interface CommandTarget {
  readonly gateway: TestGateway;
  readonly client: TestClient;
}

export interface CommandOptions {
  readonly http: string;
  readonly authorization: string;
  readonly targets: readonly CommandTarget[];
  /** Between two commands to the same gateway. */
  readonly everyMs: number;
  readonly signal: AbortSignal;
}

/** Time of a command: when it was sent, and how long it took from the call to the gateway. */
export interface SentCommand {
  readonly sentAt: number;
  readonly ms: number;
}

/** Sends commands to a gateway, one after the other, until the signal. */
async function sendCommandsTo(target: CommandTarget, options: CommandOptions): Promise<SentCommand[]> {
  const { http, authorization, everyMs, signal } = options;
  const { gateway, client } = target;
  const sent: SentCommand[] = [];
  while (!signal.aborted) {
    const sentAt = performance.now();
    const response = await fetch(`${http}/api${endpoints.device.command.path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ deviceId: gateway.id, op: "scan" }),
    });
    if (!response.ok) throw new Error(`a command was refused: ${response.status} ${await response.text()}`);
    await client.next("downCommand");
    const ms = performance.now() - sentAt;
    sent.push({ sentAt, ms });
    await wait(Math.max(0, everyMs - ms));
  }
  return sent;
}

/** Sends a command to each of the gateways in this time until the signal; they begin one after the other, evenly spread. */
export async function sendCommands(options: CommandOptions): Promise<SentCommand[]> {
  const { targets, everyMs } = options;
  const sent = targets.map(async (target, index) => {
    await wait((index * everyMs) / targets.length);
    return await sendCommandsTo(target, options);
  });
  return (await Promise.all(sent)).flat();
}
