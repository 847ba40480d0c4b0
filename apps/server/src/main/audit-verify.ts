import { ConfigError, loadConfig, prepareProcess } from "../infra/config.ts";
import { prepareDataFolder } from "../infra/data-folder.ts";
import { createLogger } from "../infra/logger.ts";

import { StartError } from "../infra/start-error.ts";
import type { ChainBreak, ChainReport } from "../modules/base/audit/chain-check.ts";
import { checkChain } from "../modules/base/audit/chain-check.ts";
import { createChainSeal } from "../modules/base/audit/chain-seal.ts";
import { openDatabase } from "./open-database.ts";

// The program behind `npm run audit:verify`: verifies the whole chain of the audit, whether the server runs or not. Exits
// with 0 when the chain is intact, with 1 when it is broken or could not be verified.

const sentences: Record<ChainBreak["difference"], string> = {
  missing: "is missing",
  changed: "is not what was sealed: one of its columns was changed, or it was put there",
  hash: "has another hash than the one it was sealed with",
  rewritten: "is not the row this data folder remembers: the chain was written anew from an earlier row on",
  closing: "ends the dropped months with a signature that is not this data folder's",
};

function describe({ firstNumber, lastNumber, break: broken, isEndKnown }: ChainReport): string[] {
  const lines: string[] = [];
  if (broken) {
    const id = broken.id === undefined ? "" : ` (${broken.id})`;
    lines.push(`BROKEN: row ${broken.number}${id} ${sentences[broken.difference]}.`);
  }
  const range = firstNumber === null ? "No rows are" : `Rows ${firstNumber} to ${lastNumber} are`;
  lines.push(`${range} ${broken ? "whole before it" : "chained and whole"}.`);
  if (!isEndKnown)
    lines.push("This data folder remembers no end of the chain: rows missing at its end would not be seen.");
  return lines;
}

async function run(): Promise<void> {
  prepareProcess();
  const config = loadConfig();
  const logger = createLogger(config);
  prepareDataFolder(config.dataFolder);
  const { db, close } = await openDatabase(config, logger);
  try {
    const report = await checkChain({ db, seal: createChainSeal(config) });
    process.stdout.write(`${describe(report).join("\n")}\n`);
    if (report.break) process.exitCode = 1;
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
