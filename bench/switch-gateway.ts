import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "@heliograph/protocol";
import type { TestGateway } from "../apps/server/test/link.ts";
import { connectGateway } from "../apps/server/test/link.ts";
import { createSwitchBirth } from "../apps/server/test/switch-birth.ts";

// A gateway whose units open one after the other over the radio, and which reports what they measure.

/** Radio time of a unit. */
const UNIT_MS = 20;
/** Every fiftieth unit hears the command only when it is repeated over the radio. */
const SLOW_EVERY = 50;
const SLOW_MS = 6_000;
const FIRST_REPORT_MS = 1_000;
/** As after the command `fast`. */
const REPORT_EVERY_MS = 5_000;
/** Of the slow units, which hear the command last. */
const STEP_MS = 100;

export interface SwitchGateway {
  /** Of the first `open`, by `performance.now()`. */
  readonly opened: Promise<number>;
  end(): Promise<void>;
}

/** Milliseconds after the command at which each unit is open. */
const listOpenings = (units: number): number[] =>
  Array.from({ length: units }, (_, at) => (at + 1) * UNIT_MS + (at % SLOW_EVERY === 0 ? SLOW_MS : 0));

/** Connects a gateway and announces its units. */
export async function openSwitchGateway(
  link: { port: number },
  gateway: TestGateway,
  units: number,
): Promise<SwitchGateway> {
  const client = await connectGateway(link, gateway, { keepalive: 120 });
  await client.send("upBirth", createSwitchBirth(gateway.sn, units));
  const openings = listOpenings(units);
  const { promise: opened, resolve } = Promise.withResolvers<number>();
  let openedAt: number | undefined;
  let seq = 0;

  /** Returns whether every unit was open. */
  async function sendReport(): Promise<boolean> {
    const sinceMs = openedAt === undefined ? -1 : performance.now() - openedAt;
    const isOpen = openings.map((atMs) => sinceMs >= atMs);
    seq += 1;
    await client.send("upData", {
      ...{ v: 1, rev: 1, s: seq, t: Date.now(), c: 3 },
      d: [
        openings.map((_, at) => at + 1),
        openings.map(() => 0),
        openings.map(() => 4_000),
        isOpen.map((is) => (is ? 40 : 3_990)),
        isOpen.map((is) => (is ? 0 : 1)),
      ],
    });
    return isOpen.every(Boolean);
  }

  async function reportUntilOpen({ id }: Command): Promise<void> {
    await client.send("upAnswer", { id, state: "accepted" });
    await wait(FIRST_REPORT_MS);
    let reportedAt = performance.now();
    while (!(await sendReport())) {
      const lastMs = Math.max(...openings);
      const isLast = () => performance.now() - (openedAt ?? 0) >= lastMs;
      while (performance.now() - reportedAt < REPORT_EVERY_MS && !isLast()) await wait(STEP_MS);
      reportedAt = performance.now();
    }
    await client.send("upAnswer", { id, state: "done", code: 0, results: [] });
  }

  async function reply(command: Command): Promise<void> {
    if (command.op !== "open" || openedAt !== undefined) {
      await client.send("upAnswer", { id: command.id, state: "done", code: 0, results: [] });
      return;
    }
    openedAt = performance.now();
    resolve(openedAt);
    await reportUntilOpen(command);
  }

  async function listen(): Promise<void> {
    for (;;) void reply(await client.next("downCommand")).catch(() => undefined);
  }
  void listen();
  await sendReport();
  return { opened, end: () => client.end() };
}
