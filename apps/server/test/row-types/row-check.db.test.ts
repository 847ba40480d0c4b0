import { afterAll, beforeAll, expect, test } from "vitest";
import { listPendingMessages, writeMessage } from "../../src/infra/mail/outbox.repository.ts";
import type { TestEngines } from "../engines.ts";
import { openTestEngines } from "../engines.ts";
import { readRowTypes } from "./read-row-types.ts";
import type { RowTypes } from "./row-check.ts";
import { RowCheck } from "./row-check.ts";

let own: TestEngines;
let rowTypes: RowTypes;

beforeAll(async () => {
  own = await openTestEngines({ isOwnDatabase: true });
  rowTypes = readRowTypes();
  const createdAt = new Date();
  const message = { channel: "mail", recipient: "ana@example.org", subject: "Hello", body: "Text" } as const;
  await own.db
    .transaction()
    .execute((trx) => writeMessage(trx, { ...message, createdAt, expiresAt: new Date(Date.now() + 60_000) }));
});
afterAll(() => own.close());

const isOutbox = (site: string) => site.includes("infra/mail/outbox.repository.ts");

test("compares the rows of a repository's query with its row type", async () => {
  const check = new RowCheck(rowTypes);
  expect(await listPendingMessages(own.db.withPlugin(check))).toHaveLength(1);
  expect([...check.checkedSites].filter(isOutbox)).toHaveLength(1);
});

test("fails a query whose rows differ from its row type", async () => {
  const wrong = Object.fromEntries(
    Object.entries(rowTypes).map(([site, columns]) => [
      site,
      columns.map((column) => (column.name === "createdAt" ? { ...column, kinds: ["string"] } : column)),
    ]),
  );
  await expect(listPendingMessages(own.db.withPlugin(new RowCheck(wrong)))).rejects.toThrow(
    /outbox\.repository\.ts:\d+: createdAt is Date, not string/,
  );
});

test("reads the row types of the server's repositories", () => {
  expect(Object.keys(rowTypes).length).toBeGreaterThan(150);
});
