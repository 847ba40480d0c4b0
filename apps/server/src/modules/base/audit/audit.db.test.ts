import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import type { AuditEntry } from "./audit.service.ts";
import { writeAudit } from "./audit.service.ts";

let own: Awaited<ReturnType<typeof openOwnDatabase>>;

beforeEach(async () => {
  own = await openOwnDatabase();
  return () => own.close();
});

async function write(entry: Partial<AuditEntry>): Promise<unknown> {
  await own.db
    .transaction()
    .execute((trx) => writeAudit(trx, { kind: "operation", type: "station.update", ...entry }));
  const { rows } = await sql`select original, new, method from audit`.execute(own.db);
  return rows[0];
}

test("records that a name or contact was changed, without the values", async () => {
  expect(
    await write({
      original: { personInCharge: "Ana Prado", phone: "", rows: [{ email: "ana@example.org" }] },
      new: { personInCharge: "Bruno Reis", phone: "+55 11 5555", rows: [{ email: null }], price: "0.25" },
    }),
  ).toMatchObject({
    original: { personInCharge: "***", phone: "", rows: [{ email: "***" }] },
    new: { personInCharge: "***", phone: "***", rows: [{ email: null }], price: "0.25" },
  });
});

test("records no address or location of a plant [R3.14]", async () => {
  expect(
    await write({
      new: { name: "Barn", address: "1 Sun Street", latitude: 52.51, longitude: -13.4, power: 8 },
    }),
  ).toMatchObject({
    new: { name: "Barn", address: "***", latitude: "***", longitude: "***", power: 8 },
  });
});

test("records no name of a company, which may be a person's [R3.14]", async () => {
  expect(
    await write({ type: "company.update", objectType: "company", original: { name: "Ida Roe" } }),
  ).toMatchObject({ original: { name: "***" } });
});

test("records the method api by default when an account acted [R3.14]", async () => {
  expect(await write({ actorId: crypto.randomUUID() })).toMatchObject({ method: "api" });
});

test("records no method when no account acted", async () => {
  expect(await write({ kind: "system", type: "device.adopt" })).toMatchObject({ method: "" });
});
