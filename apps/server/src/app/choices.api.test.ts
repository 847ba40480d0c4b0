import { randomUUID } from "node:crypto";
import type { MessageKey } from "@heliograph/contract";
import { language, messages } from "@heliograph/contract";
import { expect, test } from "vitest";
import { createAccount, createSession, ensurePlatform } from "../../test/fixtures.ts";
import { plantBody as plant } from "../../test/plant-body.ts";
import { openTestStage } from "../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const { companyId } = await ensurePlatform(db);
const account = await createAccount(db, { roleCode: "ROOT", companyId });
const { authorization } = await createSession(db, { accountId: account.id });

const id = randomUUID();
const person = { companyId, userName: "Ana", email: "ana@example.org", password: "Blue-roof-77" };
const role = { name: "Reader", permissionIds: [] };
const newDevice = { sn: "OPT-0001", registrationCode: "A".repeat(16), model: "MX-600" };
const upgrade = { type: "OPT", deviceIds: [id], firmwareId: id };
const series = {
  deviceIds: id,
  fields: "powerW",
  fromAt: "2026-05-01T00:00:00Z",
  toAt: "2026-05-02T00:00:00Z",
};
const seriesPath = "/workData/device/series";
const addPlant = "/workData/powerStation/add";

interface Choice {
  readonly key: MessageKey;
  readonly method: "GET" | "POST";
  readonly address: string;
  readonly path: string;
  readonly sent: Readonly<Record<string, unknown>>;
}

/** The sentence for each choice, the call that asks for it, the path of its field, and what is sent without it. */
const choices: readonly Choice[] = [
  { key: "choose.account", method: "GET", address: "/account/permissions", path: "accountId", sent: {} },
  {
    key: "choose.account",
    method: "POST",
    address: addPlant,
    path: "ownerId",
    sent: { ...plant, ownerId: "" },
  },
  { key: "choose.role", method: "POST", address: "/account/add", path: "roleId", sent: person },
  {
    key: "choose.role",
    method: "POST",
    address: "/account/add",
    path: "roleId",
    sent: { ...person, roleId: "" },
  },
  {
    key: "choose.role",
    method: "POST",
    address: "/account/invite",
    path: "roleId",
    sent: { userName: "Ana", email: "ana@example.org" },
  },
  { key: "choose.accountType", method: "POST", address: "/role/add", path: "customerTypeId", sent: role },
  {
    key: "choose.accountType",
    method: "POST",
    address: "/role/add",
    path: "customerTypeId",
    sent: { ...role, customerTypeId: "" },
  },
  {
    key: "choose.deviceType",
    method: "POST",
    address: "/workData/device/register",
    path: "rows.0.type",
    sent: { rows: [newDevice] },
  },
  {
    key: "choose.deviceType",
    method: "POST",
    address: "/system/upgrade/add",
    path: "type",
    sent: { ...upgrade, type: "" },
  },
  {
    key: "choose.device",
    method: "POST",
    address: "/system/upgrade/add",
    path: "deviceIds",
    sent: { ...upgrade, deviceIds: [] },
  },
  {
    key: "choose.device",
    method: "GET",
    address: seriesPath,
    path: "deviceIds",
    sent: { ...series, deviceIds: "" },
  },
  { key: "choose.device", method: "GET", address: "/workData/device/detail", path: "deviceId", sent: {} },
  {
    key: "choose.currency",
    method: "POST",
    address: addPlant,
    path: "currency",
    sent: { ...plant, currency: "" },
  },
  {
    key: "choose.currency",
    method: "POST",
    address: addPlant,
    path: "currency",
    sent: { ...plant, currency: undefined },
  },
  {
    key: "choose.pricingMethod",
    method: "POST",
    address: addPlant,
    path: "tariff.method",
    sent: { ...plant, tariff: { method: "" } },
  },
  {
    key: "choose.pricingMethod",
    method: "POST",
    address: addPlant,
    path: "tariff",
    sent: { ...plant, tariff: undefined },
  },
  {
    key: "choose.dataDate",
    method: "GET",
    address: seriesPath,
    path: "fromAt",
    sent: { ...series, fromAt: "" },
  },
  {
    key: "choose.parameters",
    method: "GET",
    address: seriesPath,
    path: "fields",
    sent: { ...series, fields: "" },
  },
  {
    key: "choose.parameters",
    method: "POST",
    address: "/workData/device/parametersSet",
    path: "values",
    sent: { deviceId: id, values: {} },
  },
  {
    key: "choose.file",
    method: "POST",
    address: "/workData/device/import/toRegister",
    path: "importId",
    sent: { columns: ["sn"], mode: "check" },
  },
];

test.each(choices)(
  "refuses $address without its $path with $key, in four languages [R5.5]",
  async ({ key, method, address, path, sent }) => {
    for (const spoken of language.options) {
      const { envelope } = await server.call(method, address, {
        authorization,
        ...(method === "GET" ? { query: sent } : { body: sent }),
        headers: { "accept-language": spoken },
      });
      expect({ spoken, code: envelope.code, fields: envelope.data?.fields }).toEqual({
        spoken,
        code: "A0400",
        fields: [{ path, message: messages[spoken][key] }],
      });
    }
  },
);

test.each([
  ["/workData/device/import/read", { kind: "register", fileName: "units.csv" }],
  ["/system/firmware/uploadPart", { fileId: id, part: 0 }],
  ["/workData/powerStation/picture", {}],
])("asks for the file of an upload to %s without one, in four languages [R5.5]", async (path, query) => {
  for (const spoken of language.options) {
    const { envelope } = await server.call("POST", path, {
      authorization,
      query,
      headers: { "accept-language": spoken },
    });
    expect([envelope.code, envelope.msg]).toEqual(["A0700", messages[spoken]["choose.file"]]);
  }
});

test("has a sentence of its own for each of the ten choices, in each language [R5.5]", () => {
  const keys = [...new Set(choices.map(({ key }) => key))];
  expect(keys).toHaveLength(10);
  const sentences = language.options.flatMap((spoken) => keys.map((key) => messages[spoken][key]));
  expect(new Set(sentences).size).toBe(4 * 10);
});
