import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { RecordVerdict } from "@heliograph/contract/signed-record";
import { verifyRecord } from "@heliograph/contract/signed-record";
import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { prepareDataFolder } from "../infra/data-folder.ts";
import { createLogger } from "../infra/logger.ts";
import { StartError } from "../infra/start-error.ts";
import { checkLedgers } from "../modules/devices/safety/ledger-check.service.ts";
import { openDatabase } from "./open-database.ts";

// The program behind `npm run ledger:verify`. With files: verifies signature and chain of each, without a server; `--key`
// names the public key that must have signed them. Without: verifies the ledgers of all plants in the database. Exits
// with 1 when something is broken.

const sentenceOf = (verdict: RecordVerdict, key: string | undefined): string => {
  if (!verdict.isValid) {
    if (verdict.reason === "chain")
      return `BROKEN: entry ${verdict.row} was changed, or an entry before it is missing.`;
    if (verdict.reason === "signature") return "BROKEN: the signature does not match the content.";
    return "This is no record or ledger of Heliograph.";
  }
  if (key !== undefined && key !== verdict.publicKey)
    return `BROKEN: signed by another key, ${verdict.publicKey}.`;
  return `Valid: ${verdict.rows} entries are chained and signed by ${verdict.publicKey}.`;
};

async function verifyFiles(paths: readonly string[], key: string | undefined): Promise<void> {
  for (const path of paths) {
    const verdict = await verifyRecord(await readFile(path, "utf8"));
    if (!verdict.isValid || (key !== undefined && key !== verdict.publicKey)) process.exitCode = 1;
    process.stdout.write(`${path}: ${sentenceOf(verdict, key)}\n`);
  }
}

async function verifyDatabase(): Promise<void> {
  const config = loadConfig();
  prepareDataFolder(config.dataFolder);
  const { db, close } = await openDatabase(config, createLogger(config));
  try {
    const { plants, publicKey } = await checkLedgers(db);
    for (const { plantId, number, brokenAt } of plants) {
      if (brokenAt !== null) process.exitCode = 1;
      const text = brokenAt === null ? `${number} entries are chained` : `BROKEN at entry ${brokenAt}`;
      process.stdout.write(`Plant ${plantId}: ${text}.\n`);
    }
    process.stdout.write(
      `${plants.length} ledgers. Records of this installation are signed by ${publicKey}.\n`,
    );
  } finally {
    await close();
  }
}

async function run(): Promise<void> {
  prepareProcess();
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: "string" } } });
  if (positionals.length > 0) await verifyFiles(positionals, values.key);
  else await verifyDatabase();
}

await run().catch((error: unknown) => {
  const isSentence = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(
    isSentence ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = 1;
});
