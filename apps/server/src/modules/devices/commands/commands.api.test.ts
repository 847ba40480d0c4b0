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
  return { plant, gateway, command };
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
    (spoken) => toRefusal(refusal, { language: spoken, logger: server.app.log as never, place: "" }).body.msg,
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
