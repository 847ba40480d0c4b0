import { randomUUID } from "node:crypto";
import { chownSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "@heliograph/protocol";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createGrant, createSession } from "../../../../test/fixtures.ts";
import { canMount, mountSmallDisk } from "../../../../test/full-disk.ts";
import { startTestLink, until } from "../../../../test/link.ts";
import { hasMachinePostgres, startMachinePostgres } from "../../../../test/machine-postgres.ts";
import { openSafetyPlant } from "../../../../test/safety-stage.ts";
import { createLogger } from "../../../infra/logger.ts";
import { openPostgresByUrl } from "../../../infra/postgres/open-postgres.ts";
import type { PressJournal } from "./press-journal.ts";
import { openPressJournal } from "./press-journal.ts";

const UNCHECKED =
  "The database is unavailable, and your right to shut down this plant could not be checked. The shutdown was not accepted: use the switch on site.";

/** A server and a device link on a PostgreSQL of their own, which can be stopped. */
async function openStage() {
  const shared = await openTestEngines();
  const machine = await startMachinePostgres();
  const postgres = await openPostgresByUrl(machine.url, createLogger({ logLevel: "silent" }));
  const engines = { ...shared, db: postgres.db };
  const server = await createTestApp(engines);
  const link = await startTestLink({ ...engines, bus: server.bus, clock: server.clock });
  const { emergencyStop } = server.services;
  await emergencyStop.open();
  return {
    ...{ engines, server, link, machine, emergencyStop, db: postgres.db },
    async close() {
      await link.stop();
      await emergencyStop.stop();
      await server.close();
      await postgres.close();
      await machine.stop();
      await shared.close();
    },
  };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

async function addOperator({ db, server }: Stage, plant: { id: string; ownerId: string }) {
  const account = await createAccount(db, { roleCode: "owner" });
  const grant = { plantId: plant.id, accountId: account.id, invitedBy: plant.ownerId };
  await createGrant(db, { ...grant, level: "administrator" });
  const steppedUpAt = new Date(server.clock.now());
  return { account, ...(await createSession(db, { accountId: account.id, steppedUpAt })) };
}

/** A viewer may see everything of the plant, and shut down nothing. */
async function addViewer({ db }: Stage, plant: { id: string; ownerId: string }) {
  const { id: accountId } = await createAccount(db, { roleCode: "installer-viewer" });
  await createGrant(db, { plantId: plant.id, accountId, invitedBy: plant.ownerId, level: "administrator" });
  return await createSession(db, { accountId });
}

async function addParticipant({ db }: Stage, plant: { id: string; ownerId: string }, mayOperate: boolean) {
  const { id: accountId } = await createAccount(db, { roleCode: "owner" });
  const grant = { plantId: plant.id, accountId, invitedBy: plant.ownerId };
  await createGrant(db, { ...grant, level: "participant", mayOperate });
  return await createSession(db, { accountId });
}

/** Runs something while PostgreSQL is stopped. */
async function whileStopped({ machine }: Stage, run: () => Promise<void>): Promise<void> {
  await machine.kill("SIGINT");
  try {
    await run();
  } finally {
    await machine.start();
  }
}

describe.runIf(hasMachinePostgres)("without PostgreSQL (the machine's own)", async () => {
  const stage = await openStage();
  const { db, server, emergencyStop } = stage;
  afterAll(() => stage.close());

  const importAll = () =>
    until(
      () =>
        emergencyStop.importAll().then(
          () => true,
          () => false,
        ),
      (isDone) => isDone,
    );

  test("opens a plant by rights that were read a moment ago, and brings the press into the database afterwards", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    const operator = plant.actAs(await addOperator(stage, plant.plant));
    const units = await sql<{ deviceId: string; sn: string }>`
      select id as "deviceId", sn from devices where sn = ${`${plant.gateway.sn}-U1`}`.execute(db);
    const unit = units.rows[0];
    await emergencyStop.takeSnapshot();
    const rightsAt = new Date(server.clock.now()).toISOString();
    server.clock.advance(60_000);
    await whileStopped(stage, async () => {
      const key = randomUUID();
      const accepted = await plant.stop(key);
      expect(accepted).toMatchObject({
        code: "0",
        msg: "The shutdown was accepted and is sent to the gateways. The database is unavailable: measurements and the ledger follow.",
        data: { state: "shutting-down", isRecorded: false, rightsAt },
      });
      const command = await plant.command("open");
      expect(command).toMatchObject({ to: "all", args: { hold: accepted.data.operationId }, deadline: null });
      expect(await plant.stop(key)).toMatchObject({ data: { operationId: accepted.data.operationId } });
      server.clock.advance(1_000);
      // Someone else joins it, and never becomes the holder.
      expect(await operator.stop()).toMatchObject({ data: { operationId: accepted.data.operationId } });
      // Everything that could close a unit needs the database.
      expect(await plant.reset()).toMatchObject({ code: "B0300" });
      expect(await plant.post("releaseHold", { reason: "Inspected" })).toMatchObject({ code: "B0300" });
      const { authorization } = plant;
      const close = { ...unit, idempotencyKey: randomUUID() };
      const ignite = { stationId: plant.plant.id, idempotencyKey: randomUUID() };
      for (const [path, body] of [
        ["/workData/device/close", close],
        ["/workData/powerStation/ignite", ignite],
      ] as const)
        expect((await server.call("POST", path, { authorization, body })).envelope.code).toBe("B0300");
    });
    await importAll();
    const data = await plant.get();
    expect(data).toMatchObject({ state: "shutting-down", operation: { isMine: true } });
    expect(data.marks).toMatchObject([{ isMine: false }]);
    const { rows } = await sql<{ detail: string }>`
      select detail from safety_ledger where plant_id = ${plant.plant.id} and kind = 'stop'`.execute(db);
    expect(rows.map(({ detail }) => JSON.parse(detail))).toMatchObject([{ rightsAsOf: rightsAt }]);
    // The number of the next command is above that of the one that was sent without the database.
    const again = await plant.command("open");
    expect(again.seq).toBeGreaterThan(1);
    expect(again.args).toEqual({ hold: data.operation.operationId });
    await emergencyStop.importAll();
    expect(await plant.reset()).toMatchObject({ code: "A0312" });
    // What was refused is not carried out later.
    const sent = await plant.listSent();
    expect(sent.filter((op) => op === "close" || op === "ignite")).toEqual([]);
  });

  test("what was sent without the database and the replies to it are in the ledger, and no reply to it counts as forged", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    await emergencyStop.takeSnapshot();
    let command = {} as Command;
    await whileStopped(stage, async () => {
      await plant.stop();
      command = await plant.command("open");
    });
    // The connection broke before its reply: the gateway sends it in its next session.
    const client = await plant.connect();
    await plant.reply(command, [[1, 0]]);
    const forged = randomUUID();
    await client.send("upAnswer", { id: forged, state: "done", code: 0 });
    const alarms = await until(
      async () =>
        (
          await sql<{ commandId: string }>`
            select new ->> 'commandId' as "commandId" from audit
            where type = 'device.forged-reply' and object_id = ${plant.gateway.id}`.execute(db)
        ).rows,
      (rows) => rows.length > 0,
    );
    expect(alarms).toEqual([{ commandId: forged }]);
    await importAll();
    const listOfCommand = async () => {
      const { rows } = await sql<{ kind: string; detail: string }>`
        select kind, detail from safety_ledger where plant_id = ${plant.plant.id} order by number`.execute(
        db,
      );
      return rows
        .map(({ kind, detail }) => ({ kind, ...JSON.parse(detail) }))
        .filter(({ commandId }) => commandId === command.id);
    };
    const rows = await until(listOfCommand, ({ length }) => length === 2);
    const sent = { kind: "delivered", gateway: plant.gateway.sn, seq: command.seq, units: "all" };
    expect(rows).toMatchObject([
      { ...sent, sentAt: new Date(server.clock.now()).toISOString() },
      { kind: "replied", gateway: plant.gateway.sn, state: "done", code: null },
    ]);
    expect((await plant.get()).counts).toMatchObject({ acknowledged: 1 });
  });

  test("refuses without fresh rights, for sessions and plants that are not among them, and everyone alike", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    const stranger = plant.actAs(
      await createSession(db, { accountId: (await createAccount(db, { roleCode: "owner" })).id }),
    );
    const participant = plant.actAs(await addParticipant(stage, plant.plant, false));
    const ofClosed = await openSafetyPlant(stage, { unitCount: 1 });
    await ofClosed.connect();
    // The plant's settings decide about all participants, whatever their grant allows.
    await sql`update plants set settings = '{"participantsOperate": false}' where id = ${ofClosed.plant.id}`.execute(
      db,
    );
    const operating = plant.actAs(await addParticipant(stage, plant.plant, true));
    const stopped = ofClosed.actAs(await addParticipant(stage, ofClosed.plant, true));
    const anonymous = plant.actAs(await createSession(db));
    const viewer = plant.actAs(await addViewer(stage, plant.plant));
    const ofOtherPlant = plant.actAs({ authorization: ofClosed.authorization });
    const expiresAt = new Date(server.clock.now() + 60_000);
    const ending = plant.actAs(await createSession(db, { accountId: plant.plant.ownerId, expiresAt }));
    await emergencyStop.takeSnapshot();
    const late = plant.actAs(await createSession(db, { accountId: plant.plant.ownerId }));
    await whileStopped(stage, async () => {
      const refused = { code: "B0300", msg: UNCHECKED };
      for (const who of [stranger, participant, stopped, anonymous, viewer, ofOtherPlant, late])
        expect(await who.stop()).toMatchObject(refused);
      expect(await plant.actAs({ authorization: "" }).stop()).toMatchObject({ code: "A0230" });
      server.clock.set(expiresAt.getTime());
      expect(await ending.stop()).toMatchObject(refused);
      server.clock.advance(4 * 60_000 + 1);
      for (const who of [plant, operating]) expect(await who.stop()).toMatchObject(refused);
    });
    for (const each of [plant, ofClosed]) expect((await each.get()).state).toBe("normal");
    await emergencyStop.takeSnapshot();
    await whileStopped(stage, async () => {
      expect(await operating.stop()).toMatchObject({ code: "0", data: { isRecorded: false } });
    });
    await importAll();
    expect(await plant.get()).toMatchObject({ state: "shutting-down", operation: { isMine: false } });
  });

  test("of presses in the journals of two processes the earliest takes the hold, the other becomes a mark", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    const other = await addOperator(stage, plant.plant);
    const press = (accountId: string, acceptedAtMs: number) => ({
      ...{ pressId: randomUUID(), plantId: plant.plant.id, reason: "Fire", idempotencyKey: randomUUID() },
      ...{ presser: { accountId, address: "" }, acceptedAt: new Date(acceptedAtMs) },
      rightsAt: new Date(acceptedAtMs),
    });
    const now = server.clock.now();
    const { importPress } = server.services.safety;
    const late = press(other.account.id, now - 1_000);
    const early = press(plant.plant.ownerId, now - 2_000);
    await importPress(late);
    await importPress(early);
    await importPress(late);
    expect(await plant.get()).toMatchObject({
      state: "shutting-down",
      operation: { operationId: late.pressId, isMine: true, acceptedAt: early.acceptedAt.toISOString() },
      marks: [{ isMine: false }],
    });
    const { rows } =
      await sql`select from commands where plant_id = ${plant.plant.id} and op = 'open'`.execute(db);
    expect(rows).toHaveLength(1);
  });

  test("accepts no press that the full journal cannot take, and sends nothing", async () => {
    const plant = await openSafetyPlant(stage, { unitCount: 1 });
    await plant.connect();
    await emergencyStop.takeSnapshot();
    const changeJournal = async (change: (journal: PressJournal) => Promise<void>) => {
      await emergencyStop.stop();
      const journal = await openPressJournal(join(server.dataFolder, "safety"));
      await change(journal);
      await journal.close();
      await emergencyStop.open();
    };
    await whileStopped(stage, async () => {
      await changeJournal(async (journal) => {
        const { id: plantId, ownerId: accountId } = plant.plant;
        const now = server.clock.now();
        const press = () => ({
          ...{ pressId: randomUUID(), plantId: randomUUID(), accountId, idempotencyKey: randomUUID() },
          ...{ address: "", reason: "", acceptedAtMs: now, rightsAtMs: now, serials: [], joinedId: plantId },
        });
        while (await journal.add(press()));
      });
      expect(await plant.stop()).toMatchObject({ code: "B0300", msg: UNCHECKED });
      await changeJournal(async (journal) => {
        for (const { pressId } of journal.list()) await journal.remove(pressId);
      });
      // The first command that arrives is that of the press that was accepted.
      const accepted = await plant.stop();
      expect(await plant.command("open")).toMatchObject({ args: { hold: accepted.data.operationId } });
    });
    await importAll();
    expect(await plant.get()).toMatchObject({ state: "shutting-down" });
  });

  test("does not open a plant that someone else has shut down or whose gateways are offline, and keeps a press over a restart", async () => {
    const held = await openSafetyPlant(stage, { unitCount: 1 });
    const free = await openSafetyPlant(stage, { unitCount: 1 });
    const offline = await openSafetyPlant(stage, { unitCount: 1 });
    await offline.connect();
    await offline.disconnect();
    await held.connect();
    await free.connect();
    await held.stop();
    const operator = held.actAs(await addOperator(stage, held.plant));
    await emergencyStop.takeSnapshot();
    await whileStopped(stage, async () => {
      expect(await operator.stop()).toMatchObject({ code: "A0312" });
      expect(await offline.stop()).toMatchObject({
        code: "B0210",
        msg: expect.stringMatching(/offline/),
      });
      expect(await free.stop()).toMatchObject({ code: "0" });
      await emergencyStop.stop();
      await emergencyStop.open();
    });
    await importAll();
    expect((await free.get()).state).toBe("shutting-down");
    expect((await held.get()).marks).toEqual([]);
  });
});

test.runIf(hasMachinePostgres && canMount)(
  "a full PostgreSQL opens a plant from the journal, decided as usual (needs the right to mount)",
  async () => {
    const stage = await openStage();
    const { db, machine, server, emergencyStop } = stage;
    const folder = await mkdtemp(join(tmpdir(), "heliograph-full-"));
    const disk = mountSmallDisk(folder, 96);
    try {
      const owner = statSync(join(decodeURIComponent(new URL(machine.url).hostname), "data"));
      chownSync(folder, owner.uid, owner.gid);
      const plant = await openSafetyPlant(stage, { unitCount: 1 });
      await plant.connect();
      const stranger = plant.actAs(
        await createSession(db, { accountId: (await createAccount(db, { roleCode: "owner" })).id }),
      );
      await sql`create tablespace small location ${sql.lit(folder)}`.execute(db);
      for (const table of ["safety_operations", "plant_safety", "commands", "safety_presses"])
        await sql`alter table ${sql.table(table)} set tablespace small`.execute(db);
      disk?.fill();
      expect(await stranger.stop()).toMatchObject({ code: "A0404" });
      const accepted = await plant.stop();
      expect(accepted).toMatchObject({
        data: { isRecorded: false, rightsAt: new Date(server.clock.now()).toISOString() },
      });
      expect(await plant.command("open")).toMatchObject({ args: { hold: accepted.data.operationId } });
      await expect(emergencyStop.importAll()).rejects.toThrow(/space/);
      disk?.free();
      await emergencyStop.importAll();
      expect(await plant.get()).toMatchObject({
        state: "shutting-down",
        operation: { operationId: accepted.data.operationId, isMine: true },
      });
    } finally {
      await stage.close();
      disk?.unmount();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
