import { randomUUID } from "node:crypto";
import type { CommandState } from "@heliograph/contract";
import { commandState } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createGateway } from "../../../../test/link.ts";
import { openTestStage } from "../../../../test/stage.ts";
import type { CommandEvent } from "./command-states.ts";
import { COMMAND_TRANSITIONS, EVENT_OF_REPLY } from "./command-states.ts";
import {
  cancelQueued,
  expireCommands,
  returnUnsent,
  takeDeliverable,
  timeOutCommands,
  writeReply,
} from "./commands.repository.ts";

const { engines } = await openTestStage({ isOwnDatabase: true });
const { db } = engines;
const HOUR_MS = 3_600_000;
const windows = { received: [], resultWithinMs: HOUR_MS, max: 10 };

type Gateway = Awaited<ReturnType<typeof createGateway>>;

/** A command in this state, sent a moment ago. */
async function insert(gateway: Gateway, state: CommandState, fields: { op: string; deadlineAt?: Date }) {
  const isOpen = ["queued", "delivered", "accepted", "running"].includes(state);
  const id = randomUUID();
  await sql`
    insert into commands (id, plant_id, gateway_id, op, state, deadline_at, delivered_at, sent_at, finished_at)
    values (${id}, ${gateway.plant?.id}, ${gateway.id}, ${fields.op}, ${state}, ${fields.deadlineAt ?? null},
      ${state === "queued" ? null : new Date()}, ${state === "queued" ? null : new Date()},
      ${isOpen ? null : new Date()})`.execute(db);
  return id;
}

const take = (
  ...request: Parameters<typeof takeDeliverable> extends [unknown, ...infer Rest] ? Rest : never
) => db.transaction().execute((trx) => takeDeliverable(trx, ...request));

/** What brings each event about. */
async function trigger(event: CommandEvent, gateway: Gateway, id: string): Promise<void> {
  const session = { gatewayId: gateway.id, epoch: 0 };
  const now = new Date();
  const later = new Date(now.getTime() + 48 * HOUR_MS);
  const reply = Object.entries(EVENT_OF_REPLY).find(([, of]) => of === event)?.[0];
  if (reply !== undefined)
    await writeReply(db, session, { id, state: reply as keyof typeof EVENT_OF_REPLY, code: 0 }, now);
  else if (event === "deliver") await take([session], { ...windows, now });
  else if (event === "return" || event === "lose")
    await returnUnsent(db, session, { failed: id, unsent: [] }, now);
  else if (event === "timeOut") await timeOutCommands(db, later, { graceMs: 0, withinMs: 0 });
  else if (event === "expire") await expireCommands(db, later);
  else await cancelQueued(db, { plantId: gateway.plant?.id ?? "", commandId: id }, now);
}

test("every event in every state leads to what the table says", async () => {
  const gateway = await createGateway(db);
  for (const event of Object.keys(COMMAND_TRANSITIONS) as CommandEvent[])
    for (const state of commandState.options) {
      const op = event === "lose" ? "restart" : "scan";
      const deadlineAt = event === "expire" ? { deadlineAt: new Date(Date.now() + HOUR_MS) } : {};
      const id = await insert(gateway, state, { op, ...deadlineAt });
      await trigger(event, gateway, id);
      const { rows } = await sql<{ state: CommandState; isFinished: boolean }>`
        select state, finished_at is not null as "isFinished" from commands where id = ${id}`.execute(db);
      const next = COMMAND_TRANSITIONS[event][state] ?? state;
      const isFinished = !["queued", "delivered", "accepted", "running"].includes(next);
      expect([event, state, rows[0]]).toEqual([event, state, { state: next, isFinished }]);
      await sql`delete from commands where id = ${id}`.execute(db);
    }
});

test("nothing is done at a device without its own reply, and a late reply settles what was not confirmed", async () => {
  const gateway = await createGateway(db);
  const session = { gatewayId: gateway.id, epoch: 0 };
  const id = await insert(gateway, "delivered", { op: "param.set" });
  await sql`update commands set targets = '{1,2,3}' where id = ${id}`.execute(db);
  await sql`insert into command_results (command_id, unit) select ${id}, unit from generate_series(1, 3) as unit`.execute(
    db,
  );
  const listResults = async () => {
    const { rows } = await sql<{ unit: number; state: string; code: string | null; readBack: unknown }>`
      select unit, state, code, read_back as "readBack" from command_results
      where command_id = ${id} order by unit`.execute(db);
    return rows.map(({ unit, state, code, readBack }) => [unit, state, code, readBack]);
  };
  await timeOutCommands(db, new Date(Date.now() + HOUR_MS), { graceMs: 0, withinMs: 0 });
  expect((await listResults()).map(([, state]) => state)).toEqual(Array(3).fill("unconfirmed"));
  await writeReply(
    db,
    session,
    {
      id,
      state: "done",
      code: 0,
      // A unit twice, and one that the command does not name.
      results: [
        [1, 0, { heartbeat: 3 }],
        [1, 0, { heartbeat: 3 }],
        [2, "E_RANGE"],
        [9, 0],
      ],
    },
    new Date(),
  );
  expect(await listResults()).toEqual([
    [1, "done", null, { heartbeat: 3 }],
    [2, "failed", "E_RANGE", null],
    [3, "unconfirmed", null, null],
  ]);
});

test("a deadline that has passed delivers nothing", async () => {
  const gateway = await createGateway(db);
  await insert(gateway, "queued", { op: "param.set", deadlineAt: new Date(Date.now() - 1) });
  const taken = await take([{ gatewayId: gateway.id, epoch: 0 }], { ...windows, now: new Date() });
  expect(taken).toEqual([]);
});
