import { randomUUID } from "node:crypto";
import type { DataOf, endpoints } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { publishLayout } from "./layouts.service.ts";

type Version = DataOf<typeof endpoints.layout.version>;

const engines = await openTestEngines();
const { db } = engines;
const server = await createTestApp(engines);
afterAll(async () => {
  await server.close();
  await engines.close();
});

const firstAt = Date.UTC(2024, 4, 1, 8);
const groupKey = randomUUID();
const roof = {
  ...{ groupKey, name: "West", rows: 1, columns: 2, tiltDeg: 30, azimuthDeg: 270, rotationDeg: 90 },
  ...{ xM: 2, yM: 1, moduleWidthM: 1, moduleHeightM: 2 },
};

async function openPlant() {
  const owner = await createAccount(db);
  const plant = await createPlant(db, { companyId: owner.companyId, ownerId: owner.id });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const units: Awaited<ReturnType<typeof createDevice>>[] = [];
  for (const slotLabel of ["A1-1", "A1-2"])
    units.push(await createDevice(db, { type: "OPT", plantId: plant.id, parentId: gateway.id, slotLabel }));
  let published = 0;
  /** Publishes a version a day after the one before, with units in a row; null is a module without one. */
  const publish = async (row: readonly (0 | 1 | null)[], publishedBy = owner.id) => {
    const cells = row.map((unit, column) => ({
      ...{ row: 0, column, slotId: unit === null ? null : units[unit]!.slotId! },
    }));
    const at = new Date(firstAt + 86_400_000 * published++);
    const layout = { plantId: plant.id, groups: [{ ...roof, cells }], publishedBy, at };
    await db.transaction().execute((trx) => publishLayout(trx, layout));
  };
  const call = async (path: "versions" | "version", query: object, accountId = owner.id) => {
    const { authorization } = await createSession(db, { accountId });
    const input = { query: { stationId: plant.id, ...query }, authorization };
    return (await server.call("GET", `/workData/layout/${path}`, input)).envelope;
  };
  const invite = async (level: "administrator" | "participant") => {
    const account = await createAccount(db);
    await createGrant(db, { plantId: plant.id, accountId: account.id, level, invitedBy: owner.id });
    return account;
  };
  const nameOf = async (accountId: string) => {
    const { rows } = await sql<{ name: string }>`
      select user_name as name from accounts where id = ${accountId}`.execute(db);
    return rows[0]?.name;
  };
  return { ...plant, owner, units, publish, call, invite, nameOf };
}

test("lists published versions with author and time, the newest first, and reads each of them", async () => {
  const plant = await openPlant();
  expect((await plant.call("versions", {})).data).toEqual({ rows: [], next: null });
  const colleague = await plant.invite("administrator");
  await plant.publish([0, null]);
  await plant.publish([1, 0], colleague.id);
  const [owner, other] = [await plant.nameOf(plant.owner.id), await plant.nameOf(colleague.id)];
  expect((await plant.call("versions", {})).data).toEqual({
    rows: [
      { number: 2, publishedAt: "2024-05-02T08:00:00.000Z", publishedBy: other },
      { number: 1, publishedAt: "2024-05-01T08:00:00.000Z", publishedBy: owner },
    ],
    next: null,
  });
  const [one, two] = plant.units.map(({ slotKey }) => slotKey!);
  const first = (await plant.call("version", { version: 1 })).data as Version;
  expect(first).toEqual({
    ...{ number: 1, publishedAt: "2024-05-01T08:00:00.000Z", publishedBy: owner },
    layout: {
      groups: [
        {
          ...roof,
          cells: [
            { row: 0, column: 0, unit: one, pole: null },
            { row: 0, column: 1, unit: null, pole: null },
          ],
        },
      ],
    },
    units: [{ key: one, label: "A1-1", sn: plant.units[0]!.sn, isInPlant: true }],
  });
  const second = (await plant.call("version", { version: 2 })).data as Version;
  expect(second.layout.groups[0]?.cells.map(({ unit }) => unit)).toEqual([two, one]);
  await sql`update accounts set cancelled_at = now() where id = ${colleague.id}`.execute(db);
  expect((await plant.call("version", { version: 2 })).data).toMatchObject({ publishedBy: null });
});

test("pages through more versions than one response lists, to the very first one", async () => {
  const plant = await openPlant();
  for (let version = 1; version <= 52; version++) await plant.publish([0]);
  const numbersOf = ({ rows }: { rows: { number: number }[] }) => rows.map(({ number }) => number);
  const { data: newest } = await plant.call("versions", {});
  expect(numbersOf(newest)).toEqual(Array.from({ length: 50 }, (_, index) => 52 - index));
  const { data: oldest } = await plant.call("versions", { before: newest.next });
  expect([numbersOf(oldest), oldest.next]).toEqual([[2, 1], null]);
  expect((await plant.call("versions", { before: 1 })).data).toEqual({ rows: [], next: null });
  expect((await plant.call("version", { version: 1 })).data).toMatchObject({ number: 1 });
});

test("names units that have left the plant by the device that was in their slot last", async () => {
  const plant = await openPlant();
  await plant.publish([0, 1]);
  const [gone] = plant.units;
  await sql`update device_links set to_at = now() where device_id = ${gone!.id}`.execute(db);
  const { units } = (await plant.call("version", { version: 1 })).data as Version;
  expect(units.map(({ sn, isInPlant }) => [sn, isInPlant])).toEqual([
    [gone!.sn, false],
    [plant.units[1]!.sn, true],
  ]);
});

test("refuses versions of another plant, unknown ones, and users without access to the plant", async () => {
  const [plant, other] = [await openPlant(), await openPlant()];
  await plant.publish([0]);
  await other.publish([0]);
  await other.publish([1]);
  const codeOf = async (version: unknown, accountId?: string) =>
    (await plant.call("version", { version }, accountId)).code;
  expect([await codeOf(1), await codeOf(2), await codeOf(1_000_000)]).toEqual(["0", "A0404", "A0404"]);
  for (const version of [0, -1, 1.5, "x", "", 1_000_001, 1e12]) expect(await codeOf(version)).toBe("A0400");
  expect((await plant.call("versions", { before: 1e12 })).code).toBe("A0400");
  expect(await codeOf(1, other.owner.id)).toBe("A0404");
  expect((await plant.call("versions", {}, other.owner.id)).code).toBe("A0404");
});

test("shows versions to participants as the plant's settings allow, without earlier photographs", async () => {
  const plant = await openPlant();
  await plant.publish([0]);
  const background = {
    ...{ pictureKey: randomUUID(), xM: 0, yM: 0, widthM: 20, heightM: 10, rotationDeg: 0, opacity: 1 },
  };
  await sql`
    update layout_versions set background = ${JSON.stringify(background)}::jsonb where plant_id = ${plant.id}`.execute(
    db,
  );
  const participant = await plant.invite("participant");
  const read = async (accountId?: string) =>
    (await plant.call("version", { version: 1 }, accountId)).data as Version;
  const setSeen = async (participantSees: string[]) => {
    const settings = JSON.stringify({ participantSees });
    await sql`update plants set settings = ${settings}::jsonb where id = ${plant.id}`.execute(db);
  };
  expect((await read()).layout.background).toEqual(background);
  await setSeen(["energy", "layout"]);
  const seen = await read(participant.id);
  expect(seen.layout).not.toHaveProperty("background");
  expect(seen.units).toMatchObject([{ label: "A1-1", sn: null }]);
  expect((await plant.call("versions", {}, participant.id)).data.rows).toHaveLength(1);
  await setSeen(["energy"]);
  for (const path of ["versions", "version"] as const)
    expect((await plant.call(path, { version: 1 }, participant.id)).code).toBe("A0300");
});
