import { existsSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { createLogger } from "../infra/logger.ts";
import { listPendingMessages } from "../infra/mail/outbox.repository.ts";
import { StartError } from "../infra/start-error.ts";
import { openDatabase } from "./open-database.ts";

// The program behind `npm run outbox`: lists unsent messages for operators without a mail server.

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  prepareProcess();
  const config = loadConfig();
  // A folder without a database has no outbox, and checking for one must not create it.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataFolder, "postgres"))) {
    print(`There is nothing to read: ${config.dataFolder} is no data folder of a server.`);
    return;
  }
  const { db, close } = await openDatabase(config, createLogger(config));
  try {
    const waiting = await listPendingMessages(db);
    if (waiting.length === 0) print("Nothing waits to be sent.");
    for (const { channel, recipient, subject, body, createdAt, expiresAt, lastError } of waiting) {
      print(
        `${channel} to ${recipient}, ${createdAt.toISOString()}, of use until ${expiresAt.toISOString()}`,
      );
      if (lastError !== "") print(`not sent yet: ${lastError}`);
      print(`${subject === "" ? "" : `\n${subject}\n`}\n${body}\n`);
    }
  } finally {
    await close();
  }
}

await run().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    isSentence ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = 1;
});
