import { randomUUID } from "node:crypto";
import { language } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";
import { toRefusal } from "../../../app/error-mapper.ts";
import { systemScope } from "../../base/access/scope.ts";

const { engines, server } = await openTestStage();

async function createGateway() {
  const account = await createAccount(engines.db, { roleCode: "owner" });
  const plant = await createPlant(engines.db, { ownerId: account.id });
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  const command = (op: string, spoken = "en") =>
    server.call("POST", "/workData/device/command", {
      authorization,
      body: { deviceId: gateway.id, op },
      headers: { "accept-language": spoken },
    });
  const turnOn = () =>
    sql`update gateways set is_online = true where device_id = ${gateway.id}`.execute(engines.db);
  const call = async (method: "GET" | "POST", path: string, input: { query?: object; body?: object }) =>
    (await server.call(method, path, { authorization, ...input })).envelope;
  return { account, plant, gateway, command, turnOn, call };
}

test("refuses a command to an offline gateway with a message about the device only", async () => {
  const { command } = await createGateway();
  const said: Record<string, string> = {};
  for (const spoken of language.options) {
    const { statusCode, envelope } = await command("fast", spoken);
    expect([statusCode, envelope.code]).toEqual([409, "B0210"]);
    said[spoken] = envelope.msg;
  }
  expect(said).toEqual({
    "zh-cn": "设备离线",
    en: "The device is offline.",
    pt: "O dispositivo está offline.",
    th: "อุปกรณ์ออฟไลน์",
  });
});

test("reports that a shutdown is not possible when it cannot be sent", async () => {
  const { plant, gateway } = await createGateway();
  await sql`delete from gateways where device_id = ${gateway.id}`.execute(engines.db);
  const shutdown = server.services.commands.send(systemScope(), {
    plantId: plant.id,
    gatewayId: gateway.id,
    op: "open",
    targets: "all",
    args: {},
    deadlineAt: null,
    address: "",
  });
  const refusal = await shutdown.catch((error: unknown) => error);
  const said = language.options.map(
    (spoken) =>
      toRefusal(refusal, { language: spoken, logger: server.app.log as never, place: "", requestId: "" }).body
        .msg,
  );
  expect(said).toEqual([
    "设备离线，无法关断",
    "Device offline, unable to shut down",
    "Dispositivo offline, não é possível desligar",
    "อุปกรณ์ออฟไลน์ ไม่สามารถปิดได้",
  ]);
});

test("confirms a command that was sent", async () => {
  const { gateway, command } = await createGateway();
  await sql`update gateways set is_online = true where device_id = ${gateway.id}`.execute(engines.db);
  const { envelope } = await command("fast");
  expect([envelope.code, envelope.msg]).toEqual(["0", "The command has been sent."]);
});

test("two requests with one key are one command; the key does not serve for another", async () => {
  const { gateway, turnOn, call } = await createGateway();
  await turnOn();
  const send = (op: string, idempotencyKey: string) =>
    call("POST", "/workData/device/command", { body: { deviceId: gateway.id, op, idempotencyKey } });
  const key = randomUUID();
  const presses = await Promise.all(Array.from({ length: 10 }, () => send("scan", key)));
  expect(new Set(presses.map(({ data }) => data.commandId)).size).toBe(1);
  expect((await send("restart", key)).code).toBe("A0440");
  expect((await send("scan", randomUUID())).data.commandId).not.toBe(presses[0]?.data.commandId);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit where type = 'command.scan' and object_id = ${gateway.id}`.execute(
    engines.db,
  );
  expect(rows[0]?.total).toBe(2);
});

test("lists commands of a plant and of a device with who, when, state and results, and cancels what was not sent", async () => {
  const { account, plant, gateway, turnOn, call } = await createGateway();
  await turnOn();
  const unit = await createDevice(engines.db, { type: "MCON", plantId: plant.id });
  const stationId = plant.id;
  const messages: unknown[] = [];
  server.bus.subscribe(`plant.${plant.id}.commands`, (message) => messages.push(message));
  const sent = await call("POST", "/workData/device/command", {
    body: { deviceId: gateway.id, op: "scan" },
  });
  const { commandId } = sent.data;
  await sql`insert into command_results (command_id, unit, device_id, state, code, at)
    values (${commandId}, 1, ${unit.id}, 'failed', 'E_TIMEOUT', now())`.execute(engines.db);
  const other = await call("POST", "/workData/device/command", {
    body: { deviceId: gateway.id, op: "fast" },
  });
  const inPlant = await call("GET", "/workData/powerStation/commands", { query: { stationId } });
  expect(inPlant.data).toMatchObject({
    total: 2,
    rows: [
      { commandId: other.data.commandId, op: "fast", state: "queued", targetSn: null, resultCount: 0 },
      {
        commandId,
        op: "scan",
        state: "queued",
        gatewaySn: gateway.sn,
        targetSn: unit.sn,
        resultCount: 1,
        doneCount: 0,
        byName: account.userName,
        deliveries: 0,
        repliedAt: null,
      },
    ],
  });
  const ofUnit = await call("GET", "/workData/device/commands", { query: { deviceId: unit.id } });
  expect(ofUnit.data.rows.map((row: { op: string }) => row.op)).toEqual(["scan"]);
  const filtered = await call("GET", "/workData/device/commands", {
    query: { deviceId: gateway.id, op: "fast", state: "queued" },
  });
  expect(filtered.data.total).toBe(1);
  const detail = await call("GET", "/workData/powerStation/command", { query: { stationId, commandId } });
  expect(detail.data.results).toMatchObject([{ unit: 1, sn: unit.sn, state: "failed", code: "E_TIMEOUT" }]);
  const cancel = () =>
    call("POST", "/workData/powerStation/command/cancel", { body: { stationId, commandId } });
  expect(await cancel()).toMatchObject({ code: "0", msg: "The command has been cancelled." });
  expect(await cancel()).toMatchObject({ code: "A0440" });
  expect(messages).toEqual(Array(3).fill({ type: "commands", stationId, gatewayId: gateway.id }));
});

test("does not show or cancel a command through another plant", async () => {
  const [one, other] = [await createGateway(), await createGateway()];
  await other.turnOn();
  const sent = await other.call("POST", "/workData/device/command", {
    body: { deviceId: other.gateway.id, op: "scan" },
  });
  const named = { stationId: one.plant.id, commandId: sent.data.commandId };
  expect((await one.call("GET", "/workData/powerStation/command", { query: named })).code).toBe("A0404");
  expect((await one.call("POST", "/workData/powerStation/command/cancel", { body: named })).code).toBe(
    "A0404",
  );
});
