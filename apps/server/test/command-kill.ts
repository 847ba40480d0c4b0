import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import type { Command } from "@heliograph/protocol";
import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";
import type { ProcessRequest } from "./command-process.ts";
import type { KillStep } from "./kill-steps.ts";
import { KILL_STEPS } from "./kill-steps.ts";
import type { TestClient, TestGateway } from "./link.ts";
import { connectGateway, createBirth, createGateway, until } from "./link.ts";
import { createSeededRandom } from "./random.ts";

const program = join(import.meta.dirname, "command-process.ts");

const DEADLINE_MS = 30_000;
/** After the deadline and the time for a late reply. */
const LATER_MS = 120_000;

type WithoutId<Request> = Request extends ProcessRequest ? Omit<Request, "id"> : never;

interface CommandProcess {
  readonly port: number;
  readonly ended: Promise<unknown>;
  ask<Result>(request: WithoutId<ProcessRequest>): Promise<Result>;
  stop(): void;
}

async function startProcess({ url, folder }: { url: string; folder: string }): Promise<CommandProcess> {
  // Reports do not matter here: each process has a store of its own.
  const child: ChildProcess = fork(program, [url, join(folder, randomUUID())], {
    execArgv: [],
    serialization: "advanced",
  });
  const ended = once(child, "exit");
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  const port = await new Promise<number>((resolve, reject) => {
    child.on("message", (message: { port?: number; id?: number; result?: unknown; error?: string }) => {
      if (message.port !== undefined) return resolve(message.port);
      const asked = waiting.get(message.id ?? 0);
      if (message.error === undefined) asked?.resolve(message.result);
      else asked?.reject(new Error(message.error));
    });
    void ended.then(() => {
      reject(new Error("the process ended"));
      for (const { reject: refuse } of waiting.values()) refuse(new Error("the process ended"));
    });
  });
  return {
    port,
    ended,
    ask<Result>(request: WithoutId<ProcessRequest>): Promise<Result> {
      const id = ++lastId;
      return new Promise<Result>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ ...request, id });
      });
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

/** A gateway that remembers no command: whatever it receives before its deadline has an effect. */
function createForgetfulGateway(now: () => number) {
  let effects = 0;
  return {
    effects: () => effects,
    /** Carries out commands until the connection ends. */
    async serve(client: TestClient, onMarker: () => void): Promise<void> {
      const reply = (id: string, state: string, more: object = {}) =>
        client.send("upAnswer", { id, state, code: 0, ...more });
      for (;;) {
        const command: Command = await client.next("downCommand");
        if (command.op === "param.get") {
          await reply(command.id, "done", { results: [[1, 0, {}]] });
          onMarker();
          continue;
        }
        await reply(command.id, "accepted");
        if (command.deadline !== null && now() > command.deadline)
          await reply(command.id, "refused", { code: "E_EXPIRED" });
        else {
          effects++;
          await reply(command.id, "done", { results: [[1, 0, { heartbeat: 3 }]] });
        }
      }
    },
  };
}

interface KillOutcome {
  readonly seed: number;
  readonly step: KillStep;
  readonly isLate: boolean;
  readonly effects: number;
  /** State of the command at last; undefined when it was never stored. */
  readonly state: string | undefined;
  readonly isTruthful: boolean;
}

function isTruthful(state: string | undefined, effects: number): boolean {
  if (state === "done") return effects === 1;
  if (state === undefined || state === "expired" || state === "cancelled" || state === "refused")
    return effects === 0;
  return state === "unconfirmed" && effects <= 1;
}

/**
 * Sets a parameter, kills the process between two steps, starts it again, in time or after the deadline, presses once more
 * with the same key where no reply came, and compares what is shown at last with what happened at the device.
 */
export async function checkCommandKills(options: {
  db: Db;
  url: string;
  /** For the stores of the processes. */
  folder: string;
  seeds: readonly number[];
}): Promise<KillOutcome[]> {
  const { db, seeds } = options;
  const outcomes: KillOutcome[] = [];
  let link = await startProcess(options);
  let aheadMs = 0;
  for (const seed of seeds) {
    const random = createSeededRandom(seed);
    const step = KILL_STEPS[seed % KILL_STEPS.length] as KillStep;
    const isLate = random() < 0.5;
    const gateway = await createGateway(db);
    const device = createForgetfulGateway(() => Date.now() + aheadMs);
    const commandKey = randomUUID();
    await reportUnits(db, gateway, link);
    const command = {
      plantId: gateway.plant?.id ?? "",
      gatewayId: gateway.id,
      op: "param.set" as const,
      targets: [1],
      args: { values: { heartbeat: 3 } },
      authorId: gateway.plant?.ownerId,
      address: "",
      idempotencyKey: commandKey,
    };
    const connect = async (onMarker: () => void = () => undefined) => {
      const client = await connectGateway(link, gateway);
      void device.serve(client, onMarker).catch(() => undefined);
      return client;
    };
    const press = () =>
      link.ask<string>({
        ask: "send",
        command: { ...command, deadlineAt: new Date(Date.now() + aheadMs + DEADLINE_MS) },
      });
    const first = await connect();
    await isOnline(db, gateway);
    await link.ask({ ask: "arm", step });
    let hasReply = true;
    await press().catch(() => {
      hasReply = false;
    });
    await link.ended;
    await first.end();
    link = await startProcess(options);
    await link.ask({ ask: "advance", ms: aheadMs });
    if (isLate) {
      aheadMs += LATER_MS;
      await link.ask({ ask: "advance", ms: LATER_MS });
    }
    const marked = Promise.withResolvers<void>();
    const second = await connect(marked.resolve);
    await isOnline(db, gateway);
    if (!hasReply && !isLate) await press();
    // Commands keep their order: once this one has come, nothing before it is on its way.
    await link.ask({
      ask: "send",
      command: { ...command, op: "param.get", args: {}, deadlineAt: null, idempotencyKey: randomUUID() },
    });
    await marked.promise;
    aheadMs += LATER_MS;
    await link.ask({ ask: "advance", ms: LATER_MS });
    const state = await findState(db, gateway, commandKey);
    const effects = device.effects();
    outcomes.push({ seed, step, isLate, effects, state, isTruthful: isTruthful(state, effects) });
    await second.end();
  }
  link.stop();
  await link.ended;
  return outcomes;
}

/** The gateway reports an MCON as unit 1. */
async function reportUnits(db: Db, gateway: TestGateway, link: { port: number }): Promise<void> {
  const client = await connectGateway(link, gateway);
  const birth = createBirth(gateway.sn, [`MC-${gateway.sn}`]);
  await client.send("upBirth", {
    ...birth,
    units: [[1, `MC-${gateway.sn}`, "MCON", "MC-200", "1.2", "2.4", {}]],
  });
  await isOnline(db, gateway);
  await client.end();
  await until(
    () => readOnline(db, gateway),
    (is) => !is,
  );
}

async function readOnline(db: Db, { id }: TestGateway): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select coalesce(is_online, false) as is from gateways where device_id = ${id}`.execute(db);
  return rows[0]?.is === true;
}

const isOnline = (db: Db, gateway: TestGateway) =>
  until(
    () => readOnline(db, gateway),
    (is) => is,
  );

async function findState(db: Db, { id }: TestGateway, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`
    select state from commands where gateway_id = ${id} and idempotency_key = ${key}`.execute(db);
  return rows[0]?.state;
}
