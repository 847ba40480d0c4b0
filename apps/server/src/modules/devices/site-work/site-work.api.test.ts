import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const HOUR_MS = 3_600_000;

const at = (hours: number): string => new Date(server.clock.now() + hours * HOUR_MS).toISOString();

async function openPlant() {
  const plant = await createPlant(db);
  const { authorization } = await createSession(db, { accountId: plant.ownerId });
  const actAs = (session: { authorization: string }) => ({
    list: async () =>
      (
        await server.call("GET", "/alarm/siteWork/list", {
          ...session,
          query: { stationId: plant.id },
        })
      ).envelope,
    post: async (name: "add" | "extend" | "end", body: object) =>
      (
        await server.call("POST", `/alarm/siteWork/${name}`, {
          ...session,
          body: { stationId: plant.id, ...body },
        })
      ).envelope,
  });
  const owner = actAs({ authorization });
  return {
    plant,
    ...owner,
    actAs,
    async start(body: object): Promise<string> {
      return (await owner.post("add", body)).data.siteWorkId;
    },
    async listLog() {
      const { rows } = await sql<{ type: string; original: unknown; new: unknown; actorId: string }>`
        select type, original, new, actor_id as "actorId" from audit
        where plant_id = ${plant.id} order by at, id`.execute(db);
      return rows;
    },
  };
}

test("starts site work from now, shows who, until when and why, and ends by the clock", async () => {
  const one = await openPlant();
  const siteWorkId = await one.start({ untilAt: at(2), reason: "Inverter replaced" });
  const { data } = await one.list();
  expect(data).toEqual({
    rows: [
      {
        siteWorkId,
        fromAt: at(0),
        untilAt: at(2),
        reason: "Inverter replaced",
        byName: expect.stringMatching(/./),
      },
    ],
    mayChange: true,
  });
  server.clock.advance(2 * HOUR_MS);
  expect((await one.list()).data.rows).toEqual([]);
  const late = await one.post("end", { siteWorkId });
  expect(late).toMatchObject({ code: "A0440", msg: "This site work is already over." });
});

test("plans, extends and ends site work; the log and the plant's live messages tell each change", async () => {
  const one = await openPlant();
  const messages: unknown[] = [];
  server.bus.subscribe(`plant.${one.plant.id}.siteWork`, (message) => messages.push(message));
  const from = at(24);
  const planned = await one.start({ fromAt: from, untilAt: at(26) });
  const running = await one.start({ untilAt: at(1) });
  expect((await one.list()).data.rows.map(({ siteWorkId }: { siteWorkId: string }) => siteWorkId)).toEqual([
    running,
    planned,
  ]);
  expect(await one.post("extend", { siteWorkId: running, untilAt: at(8) })).toMatchObject({ code: "0" });
  expect(await one.post("extend", { siteWorkId: running, untilAt: at(8) })).toMatchObject({ code: "0" });
  expect(await one.post("end", { siteWorkId: planned })).toMatchObject({ code: "0" });
  expect((await one.list()).data.rows).toMatchObject([{ siteWorkId: running, untilAt: at(8) }]);
  server.clock.advance(HOUR_MS);
  expect(await one.post("end", { siteWorkId: running })).toMatchObject({ code: "0" });
  expect((await one.list()).data.rows).toEqual([]);
  expect(messages).toEqual(Array(5).fill({ type: "siteWork", stationId: one.plant.id }));
  const log = await one.listLog();
  expect(log.map(({ type }) => type)).toEqual([
    "siteWork.add",
    "siteWork.add",
    "siteWork.extend",
    "siteWork.end",
    "siteWork.end",
  ]);
  expect(log[2]).toMatchObject({ original: { untilAt: at(0) }, new: { untilAt: at(7) } });
  expect(log[4]).toMatchObject({ new: { untilAt: at(0) }, actorId: one.plant.ownerId });
  const { rows } = await sql<{ id: string; by: string }>`
    select id, changed_by as by from site_works where plant_id = ${one.plant.id} order by created_at, id`.execute(
    db,
  );
  expect(rows.map(({ by }) => by)).toEqual([one.plant.ownerId, one.plant.ownerId]);
});

test("refuses windows that are over, too long, too far ahead, in the past or overlap another", async () => {
  const one = await openPlant();
  const problem = async (body: object) => {
    const { code, data } = await one.post("add", body);
    return [code, data?.fields?.[0]?.path];
  };
  const overlap = { data: { fields: [{ message: expect.stringContaining("Change its end") }] } };
  expect(await problem({ untilAt: at(0) })).toEqual(["A0400", "untilAt"]);
  expect(await problem({ untilAt: at(72.1) })).toEqual(["A0400", "untilAt"]);
  expect(await problem({ fromAt: at(-1), untilAt: at(1) })).toEqual(["A0400", "fromAt"]);
  expect(await problem({ fromAt: at(2), untilAt: at(1) })).toEqual(["A0400", "untilAt"]);
  expect(await problem({ fromAt: at(24 * 14 + 1), untilAt: at(24 * 14 + 2) })).toEqual(["A0400", "fromAt"]);
  expect(await problem({ untilAt: at(72) })).toEqual(["0", undefined]);
  expect(await problem({ untilAt: at(1) })).toEqual(["A0400", "untilAt"]);
  expect(await one.post("add", { untilAt: at(1) })).toMatchObject(overlap);
  expect(await problem({ fromAt: at(71), untilAt: at(73) })).toEqual(["A0400", "untilAt"]);
  expect(await problem({ fromAt: at(72), untilAt: at(73) })).toEqual(["0", undefined]);
});

test("lets those who may operate the plant change it, and the other members only see it", async () => {
  const one = await openPlant();
  const join = async (grant: { level: "participant" | "administrator"; mayOperate?: boolean }) => {
    const guest = await createAccount(db, { roleCode: "family" });
    await createGrant(db, {
      plantId: one.plant.id,
      accountId: guest.id,
      invitedBy: one.plant.ownerId,
      ...grant,
    });
    return one.actAs(await createSession(db, { accountId: guest.id }));
  };
  const siteWorkId = await one.start({ untilAt: at(1) });
  const reader = await join({ level: "participant" });
  expect((await reader.list()).data).toMatchObject({ rows: [{ siteWorkId }], mayChange: false });
  expect(await reader.post("end", { siteWorkId })).toMatchObject({ code: "A0300" });
  const operator = await join({ level: "participant", mayOperate: true });
  expect((await operator.list()).data.mayChange).toBe(true);
  expect(await operator.post("end", { siteWorkId })).toMatchObject({ code: "0" });
  const stranger = one.actAs(await createSession(db, { accountId: (await createAccount(db)).id }));
  expect(await stranger.list()).toMatchObject({ code: "A0404" });
});

test("does not touch site work of another plant", async () => {
  const [one, other] = [await openPlant(), await openPlant()];
  const siteWorkId = await other.start({ untilAt: at(1) });
  expect(await one.post("end", { siteWorkId })).toMatchObject({ code: "A0404" });
  expect((await other.list()).data.rows).toMatchObject([{ siteWorkId }]);
  const { companyId } = await ensurePlatform(db);
  const root = await createAccount(db, { companyId, roleCode: "ROOT" });
  const session = await createSession(db, { accountId: root.id });
  expect((await other.actAs(session).list()).data).toMatchObject({ rows: [{ siteWorkId }], mayChange: true });
});
