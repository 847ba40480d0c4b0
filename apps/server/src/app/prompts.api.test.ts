import { randomUUID } from "node:crypto";
import type { MessageKey } from "@heliograph/contract";
import { language, messages } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createDevice,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../test/fixtures.ts";
import { plantBody as plant } from "../../test/plant-body.ts";
import { openTestStage } from "../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;
const { companyId } = await ensurePlatform(db);
const account = await createAccount(db, { roleCode: "ROOT", companyId });
const { authorization } = await createSession(db, { accountId: account.id });
const [waiting, running] = [await createPlant(db), await createPlant(db)];
await createDevice(db, { type: "DCON", plantId: running.id });

const id = randomUUID();
const company = { name: "Farm", address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };
const edited = { companyId, revision: "1", ...company };
const person = { roleId: id, userName: "Ana", email: "ana@example.org" };
const label = { sn: "OPT-0001", registrationCode: "A".repeat(16) };
const device = { ...label, type: "OPT", model: "MX-600" };

const login = "/token/login";
const addCompany = "/company/add";
const updateCompany = "/company/update";
const addDevice = "/workData/device/add";
const register = "/workData/device/register";
const addPlant = "/workData/powerStation/add";

/** A sentence, the call whose empty field it asks for, the path of that field, and the body. */
type Prompt = readonly [key: MessageKey, call: string, path: string, body: object];

const prompts: readonly Prompt[] = [
  ["prompt.alias", "/workData/device/update", "alias", { deviceId: id, revision: "0".repeat(32), alias: "" }],
  ["prompt.account", login, "account", { account: "", password: "b", endpoint: "WEB" }],
  ["prompt.name", addPlant, "name", { ...plant, name: " " }],
  ["prompt.company", addCompany, "name", { ...company, name: "" }],
  ["prompt.companyAddress", addCompany, "address", { ...company, address: "" }],
  ["prompt.contact", addCompany, "contact", { ...company, contact: "" }],
  ["prompt.contactPhone", addCompany, "contactPhone", { ...company, contactPhone: "" }],
  ["prompt.company", updateCompany, "name", { ...edited, name: "" }],
  ["prompt.companyAddress", updateCompany, "address", { ...edited, address: "" }],
  ["prompt.contact", updateCompany, "contact", { ...edited, contact: "" }],
  ["prompt.contactPhone", updateCompany, "contactPhone", { ...edited, contactPhone: "" }],
  ["prompt.serialNumber", addDevice, "sn", { ...label, stationId: running.id, sn: "" }],
  ["prompt.dconSerialNumber", addDevice, "sn", { ...label, stationId: waiting.id, sn: "" }],
  [
    "prompt.registrationCode",
    addDevice,
    "registrationCode",
    { ...label, stationId: id, registrationCode: "" },
  ],
  ["prompt.serialNumber", register, "rows.0.sn", { rows: [{ ...device, sn: "" }] }],
  [
    "prompt.registrationCode",
    register,
    "rows.0.registrationCode",
    { rows: [{ ...device, registrationCode: "" }] },
  ],
  ["prompt.price", addPlant, "tariff.price", { ...plant, tariff: { method: "fixed", price: "" } }],
  [
    "prompt.price",
    addPlant,
    "tariff.periods.0.price",
    { ...plant, tariff: { method: "time", periods: [{ start: "00:00", end: "24:00", price: "" }] } },
  ],
  [
    "prompt.installedCapacity",
    addPlant,
    "installedCapacityKwp",
    { ...plant, installedCapacityKwp: undefined },
  ],
  ["prompt.gridConnectionDate", addPlant, "gridConnectionDate", { ...plant, gridConnectionDate: "" }],
  ["prompt.personInCharge", addPlant, "personInCharge", { ...plant, personInCharge: "" }],
  ["prompt.phone", addPlant, "phone", { ...plant, phone: "" }],
  [
    "prompt.userName",
    "/account/add",
    "userName",
    { ...person, companyId, password: "Blue-roof-77", userName: "" },
  ],
  ["prompt.userName", "/account/invite", "userName", { ...person, userName: "" }],
];

test.each(prompts)(
  "refuses an empty field with %s at %s, %s, in four languages [R5.2]",
  async (key, path, field, body) => {
    for (const spoken of language.options) {
      const { envelope } = await server.call("POST", path, {
        ...(path !== login && { authorization }),
        body,
        headers: { "accept-language": spoken },
      });
      expect({ spoken, code: envelope.code, fields: envelope.data?.fields }).toEqual({
        spoken,
        code: "A0400",
        fields: [{ path: field, message: messages[spoken][key] }],
      });
    }
  },
);

test("has a sentence of its own for each of the fields it asks for, in each language [R5.2]", () => {
  const keys = [...new Set(prompts.map(([key]) => key))];
  expect(keys).toHaveLength(16);
  for (const spoken of language.options)
    expect(new Set(keys.map((key) => messages[spoken][key])).size).toBe(16);
});

test("asks for address, contact and contact phone when a company is edited that a registration created without them [R5.2]", async () => {
  const { rows } = await sql<{ companyId: string }>`
    insert into companies (upstream_id, name) values (${companyId}, 'Ana Roe') returning id as "companyId"`.execute(
    db,
  );
  const { companyId: ownId } = rows[0] as { companyId: string };
  const { envelope } = await server.call("GET", "/company/detail", {
    authorization,
    query: { companyId: ownId },
  });
  const change = async (body: object) =>
    (
      await server.call("POST", updateCompany, {
        authorization,
        body: { companyId: ownId, revision: envelope.data.revision, ...body },
      })
    ).envelope;
  expect((await change({ name: "Roe Ltd" })).data.fields).toEqual([
    { path: "address", message: messages.en["prompt.companyAddress"] },
    { path: "contact", message: messages.en["prompt.contact"] },
    { path: "contactPhone", message: messages.en["prompt.contactPhone"] },
  ]);
  expect((await change(company)).code).toBe("0");
});
