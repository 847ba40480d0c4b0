import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "@heliograph/protocol";
import type { TestClient, TestGateway } from "../link.ts";
import { connectGateway } from "../link.ts";
import { createSwitchBirth } from "../switch-birth.ts";

const RECONNECT_MS = 200;
const REPORT_EVERY_MS = 250;
/** A command may be on its way when its deadline passes. */
const WAY_MS = 1_000;
const OPEN = [4_500, 40, 0] as const;
const CLOSED = [3_800, 3_800, 1] as const;

/** A unit as it is, whatever anyone believes. */
interface Unit {
  isOpen: boolean;
  /** How many commands to open it still misses over the radio. */
  misses: number;
}

export type Roof = ReturnType<typeof createRoof>;

/**
 * A gateway that remembers nothing: it carries out whatever it receives, and reports what its units measure. It connects
 * again while it has power.
 */
export function createRoof(deps: {
  gateway: TestGateway;
  /** For each unit, how many commands it misses. */
  misses: readonly number[];
  port(): number;
  now(): number;
  /** How long a timer lasts. */
  pace(ms: number): number;
}) {
  const { gateway, port, now, pace } = deps;
  const units = deps.misses.map((misses): Unit => ({ isOpen: false, misses }));
  /** Instants at which it carried out `close`, and its deadline. */
  const closes: { at: number; deadline: number | null }[] = [];
  let client: TestClient | undefined;
  let hasPower = false;
  let isStopped = false;
  let isBorn = false;
  let seq = 0;

  async function report(to: TestClient): Promise<void> {
    seq += 1;
    const values = units.map(({ isOpen }) => (isOpen ? OPEN : CLOSED));
    await to.send("upData", {
      ...{ v: 1, rev: 1, s: seq, t: now(), c: 3 },
      d: [
        units.map((_, at) => at + 1),
        units.map(() => 0),
        ...[0, 1, 2].map((n) => values.map((row) => row[n])),
      ],
    });
  }

  function openUnits({ to }: Command): number[] {
    const missed: number[] = [];
    for (const [index, unit] of units.entries()) {
      if (to !== "all" && !to.includes(index + 1)) continue;
      if (unit.misses > 0) {
        unit.misses -= 1;
        missed.push(index + 1);
      } else unit.isOpen = true;
    }
    return missed;
  }

  function carryOut(command: Command): number[] {
    if (command.op === "open") return openUnits(command);
    if (command.op !== "close") return [];
    closes.push({ at: now(), deadline: command.deadline });
    for (const unit of units) unit.isOpen = false;
    return [];
  }

  async function serve(to: TestClient): Promise<void> {
    for (;;) {
      const command = await to.next("downCommand");
      if (client !== to) return;
      carryOut(command);
      // A unit that missed the command is said to have replied: only what is measured proves anything.
      await to.send("upAnswer", {
        id: command.id,
        state: "done",
        code: 0,
        results: units.map((_, at) => [at + 1, 0]),
      });
    }
  }

  async function stayConnected(): Promise<void> {
    while (!isStopped) {
      try {
        if (hasPower && !client) {
          const connected = await connectGateway({ port: port() }, gateway, { connectTimeout: 2_000 });
          client = connected;
          connected.mqtt.once("close", () => {
            if (client === connected) client = undefined;
          });
          if (!isBorn) await connected.send("upBirth", createSwitchBirth(gateway.sn, units.length));
          isBorn = true;
          void serve(connected).catch(() => undefined);
        }
        if (client) await report(client);
      } catch {
        // The server is unavailable.
      }
      await wait(pace(client ? REPORT_EVERY_MS : RECONNECT_MS));
    }
  }
  const running = stayConnected();

  /** Ends the connection as a power cut does, without a word. */
  function cutPower(): void {
    hasPower = false;
    client?.mqtt.stream.destroy();
    client = undefined;
  }

  return {
    sn: gateway.sn,
    givePower(): void {
      hasPower = true;
    },
    cutPower,
    isOpen: (): boolean[] => units.map(({ isOpen }) => isOpen),
    countCloses: (): number => closes.length,
    countLateCloses: (): number =>
      closes.filter(({ at, deadline }) => deadline !== null && at > deadline + WAY_MS).length,
    async stop(): Promise<void> {
      isStopped = true;
      cutPower();
      await running;
    },
  };
}
