import { expect, test } from "vitest";
import type { Logger } from "../logger.ts";
import { startPostmaster, stopPostmaster } from "./postmaster.ts";

test("warns of errors, but not of an autovacuum that makes way or ends with the server", async () => {
  const lines = [
    "UTC [1] ERROR:  canceling autovacuum task",
    "UTC [2] FATAL:  terminating autovacuum process due to administrator command",
    "UTC [3] FATAL:  could not open a file",
    "UTC [4] LOG:  database system is ready to accept connections",
  ];
  const warned: string[] = [];
  const logger = {
    warn: ({ postgres }: { postgres: string }) => warned.push(postgres),
    debug: () => undefined,
  } as unknown as Logger;
  const print = lines.map((line) => `echo '${line}' >&2`).join("; ");
  const child = await startPostmaster({
    identity: { prefix: [] },
    command: ["/bin/sh", "-c", `${print}; exec sleep 600`],
    logger,
    onLaunched: () => undefined,
  });
  await stopPostmaster(child);
  expect(warned).toEqual([lines[2]]);
});
