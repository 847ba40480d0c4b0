import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { TestGateway } from "./link.ts";
import type { LinkChild } from "./link-child.ts";
import { startLinkChild } from "./link-child.ts";
import type { LoadOutcome, StoredReport } from "./report-load.ts";
import { compareReports, createSender, sendBirth, sendReports, storedReportsSql } from "./report-load.ts";

export interface CrashOutcome extends LoadOutcome {
  kills: number;
}

/** Kills a link under load again and again and compares what it stored with what it acknowledged. */
export async function checkCrashes(options: {
  kills: number;
  gateways?: number;
  acknowledgesFirst?: boolean;
  /** Longest time from the first acknowledgement to a kill, ms. */
  loadMs?: number;
  onKill?(kill: number): void;
}): Promise<CrashOutcome> {
  const { kills, gateways: count = 4, acknowledgesFirst, loadMs = 1_500 } = options;
  const folder = mkdtempSync(join(tmpdir(), "heliograph-crash-"));
  const logPath = join(folder, "acknowledged.log");
  const file = openSync(logPath, "a");
  const log = (line: string) => {
    writeSync(file, `${line}\n`);
    fsyncSync(file);
  };
  const start = (): Promise<LinkChild> =>
    startLinkChild({ dataFolder: join(folder, "data"), acknowledgesFirst });
  let alive: LinkChild | undefined;
  try {
    let child = await start();
    alive = child;
    const gateways = await child.ask<TestGateway[]>({ ask: "gateways", count });
    for (const gateway of gateways) await sendBirth(gateway, child.port);
    const senders = gateways.map(createSender);
    for (let kill = 1; kill <= kills; kill++) {
      const { port } = child;
      const { promise: isUnderLoad, resolve: noteLoad } = Promise.withResolvers<void>();
      const logLoad = (line: string) => {
        log(line);
        noteLoad();
      };
      const running = senders.map((sender) => sendReports(sender, port, { log: logLoad }));
      // Connecting may take longer than the load on a busy machine, and a kill without load proves nothing.
      await Promise.race([isUnderLoad, Promise.all(running)]);
      await wait(Math.random() * loadMs);
      alive = undefined;
      await child.kill();
      await Promise.all(running);
      options.onKill?.(kill);
      child = await start();
      alive = child;
    }
    const stored = await child.ask<StoredReport[]>({
      ask: "query",
      sql: storedReportsSql,
      params: { keys: gateways.map(({ key }) => key) },
    });
    const logged = readFileSync(logPath, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    return { kills, ...compareReports(new Set(logged), stored, senders) };
  } finally {
    await alive?.stop();
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
