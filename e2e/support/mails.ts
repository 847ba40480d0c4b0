import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { databaseUrl, dataFolder } from "./server.ts";

const program = join(import.meta.dirname, "../../apps/server/src/main/outbox.ts");

/** What waits in the outbox of the running product, as its operator reads it without a mail server. */
function readOutbox(): string {
  const database = databaseUrl();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      HELIOGRAPH_DATA: dataFolder(),
      ...(database && { DATABASE_URL: database }),
    },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the outbox cannot be read: ${stderr}`);
  return stdout;
}

/** Waits for a mail to an address and returns the match of the pattern; `after` skips earlier mails. */
export async function findInMail(to: string, pattern: RegExp, after = ""): Promise<string> {
  let found = "";
  await expect
    .poll(
      () => {
        const mails = readOutbox()
          .split(/^(?=(?:mail|sms) to )/m)
          .filter((mail) => mail.startsWith(`mail to ${to},`));
        const matches = mails.flatMap((mail) => pattern.exec(mail)?.[1] ?? []);
        found = matches.filter((match) => match !== after).at(-1) ?? "";
        return found;
      },
      { timeout: 60_000, intervals: [500, 1_000] },
    )
    .not.toBe("");
  return found;
}

export const codePattern = /^Your code is (\d{6})\./m;
