import { randomUUID } from "node:crypto";
import { readDeviceModels } from "@heliograph/protocol/models";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createGateway } from "../../../../../test/link.ts";
import { openTestStage } from "../../../../../test/stage.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { systemScope } from "../../../base/access/scope.ts";
import type { NewCommand } from "../../commands/commands.service.ts";
import { createSafetyWatch } from "../../safety/safety-watch.service.ts";
import type { Broker } from "../connection/broker.ts";
import { createGatewayContexts } from "../connection/gateway-contexts.ts";
import type { Session } from "../connection/session.ts";
import { createSessionBook } from "../connection/session.ts";
import { createCommandDelivery } from "./command-delivery.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const { commands } = server.services;
const logger = createLogger({ logLevel: "silent" });

/** A gateway with a session whose broker fails to send the commands with these ids. */
async function openSession() {
  const gateway = await createGateway(db);
  await sql`update gateways set is_online = true where device_id = ${gateway.id}`.execute(db);
  const failing = new Set<string>();
  const sent: string[] = [];
  const broker = {
    async send(_sn: string, _name: string, { id }: { id: string }) {
      if (failing.has(id)) throw new Error("the broker is closing");
      sent.push(id);
    },
  } as unknown as Broker;
  const session = {
    client: { closed: false },
    sn: gateway.sn,
    gatewayId: gateway.id,
    epoch: 0,
    tag: undefined,
    isClaim: false,
    subscribed: new Set(["downCommand"]),
    commands: new Set<string>(),
    seq: { last: 0 },
  } as unknown as Session;
  const book = createSessionBook(() => 0);
  book.add(session);
  const safety = createSafetyWatch({
    db,
    bus: server.bus,
    clock: server.clock,
    logger,
    commands,
    models: readDeviceModels(),
    processId: randomUUID(),
  });
  const delivery = createCommandDelivery({
    commands,
    safety,
    emergency: { catchUp: async () => undefined, keepUnrecordedReply: () => false },
    contexts: createGatewayContexts(engines),
    book,
    broker: () => broker,
    logger,
    onForgedReply: () => undefined,
    onContraryReply: () => undefined,
    onReplayedReply: () => undefined,
    onWrongSession: () => undefined,
  });
  const send = (op: NewCommand["op"]) =>
    commands.send(systemScope(), {
      plantId: gateway.plant?.id ?? "",
      gatewayId: gateway.id,
      op,
      targets: "all",
      args: {},
      deadlineAt: null,
      address: "",
    });
  const listStates = async (...rows: { id: string }[]) =>
    await Promise.all(
      rows.map(async ({ id }) => {
        const row = await commands.find(systemScope(), id);
        return [row?.state, row?.code, row?.deliveries];
      }),
    );
  return { session, safety, failing, sent, send, listStates, deliver: () => delivery.deliver(gateway.sn) };
}

test("what was marked as delivered waits again when it could not be noted before it leaves", async () => {
  const { safety, sent, send, listStates, deliver } = await openSession();
  const command = await send("restart");
  const { onDelivery } = safety;
  safety.onDelivery = () => Promise.reject(new Error("the connection ended"));
  await deliver();
  expect(sent).toEqual([]);
  expect(await listStates(command)).toEqual([["queued", "E_SEND", 1]]);
  safety.onDelivery = onDelivery;
  await deliver();
  expect(sent).toEqual([command.id]);
  expect(await listStates(command)).toEqual([["delivered", null, 2]]);
});

test("a command that could not be sent waits, says so, and is sent again; those behind it too", async () => {
  const { failing, sent, send, listStates, deliver } = await openSession();
  const [first, second, third] = [await send("scan"), await send("fast"), await send("restart")];
  failing.add(second.id);
  await deliver();
  expect(sent).toEqual([first.id]);
  expect(await listStates(first, second, third)).toEqual([
    ["delivered", null, 1],
    ["queued", "E_SEND", 1],
    // Never handed to the broker, so that sending it again is safe.
    ["queued", "E_SEND", 1],
  ]);
  failing.clear();
  await deliver();
  expect(sent).toEqual([first.id, second.id, third.id]);
  expect(await listStates(second, third)).toEqual([
    ["delivered", null, 2],
    ["delivered", null, 2],
  ]);
});

test("a command that must not happen twice is not confirmed when sending it failed", async () => {
  const { session, failing, sent, send, listStates, deliver } = await openSession();
  const command = await send("restart");
  failing.add(command.id);
  await deliver();
  failing.clear();
  await deliver();
  expect(sent).toEqual([]);
  expect(await listStates(command)).toEqual([["unconfirmed", "E_SEND", 1]]);
  // It may have left: a late reply counts.
  await commands.applyReply(session, { id: command.id, state: "done", code: 0 });
  expect(await listStates(command)).toEqual([["done", null, 1]]);
});

test("nothing is sent to a session that has closed", async () => {
  const { session, sent, send, listStates, deliver } = await openSession();
  const command = await send("restart");
  (session.client as { closed: boolean }).closed = true;
  await deliver();
  expect(sent).toEqual([]);
  expect(await listStates(command)).toEqual([["queued", "E_SEND", 1]]);
});
