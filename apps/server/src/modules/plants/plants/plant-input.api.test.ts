import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let stationId: string;
let authorization: string;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, startAt: Date.parse("2026-06-21T13:00:00Z") });
});
afterAll(async () => {
  server.services.plantLive.stop();
  await server.close();
  await engines.close();
});
beforeEach(async () => {
  const owner = await createAccount(engines.db);
  ({ id: stationId } = await createPlant(engines.db, { ownerId: owner.id, timeZone: "Europe/Berlin" }));
  ({ authorization } = await createSession(engines.db, { accountId: owner.id }));
});

async function read(): Promise<{ revision: string; tariff: unknown; latitude: number | null }> {
  const { envelope } = await server.call("GET", "/workData/powerStation/detail", {
    authorization,
    query: { stationId },
  });
  return envelope.data;
}

async function update(changes: object, language = "en") {
  const { revision } = await read();
  const { envelope } = await server.call("POST", "/workData/powerStation/update", {
    authorization,
    headers: { "accept-language": language },
    body: { stationId, revision, ...changes },
  });
  return envelope;
}

/** The error at each field. */
const errorsOf = (envelope: { data: { fields: { path: string; message: string }[] } }) =>
  Object.fromEntries(envelope.data.fields.map(({ path, message }) => [path, message]));

test("tells coordinates in a wrong format from missing ones, in every language [R5.14]", async () => {
  const sentences = {
    en: ["Format error", "No coordinate data"],
    "zh-cn": ["格式错误", "没有坐标数据"],
    pt: ["Erro de formato", "Sem dados de coordenadas"],
    th: ["รูปแบบไม่ถูกต้อง", "ไม่มีข้อมูลพิกัด"],
  };
  for (const [language, [wrong, missing]] of Object.entries(sentences)) {
    const both = errorsOf(await update({ latitude: 121.5, longitude: "31.2" }, language));
    expect(Object.keys(both)).toEqual(["latitude", "longitude"]);
    for (const message of Object.values(both)) expect(message.startsWith(wrong as string)).toBe(true);
    const half = errorsOf(await update({ latitude: 31.2, longitude: null }, language));
    expect(half.longitude?.startsWith(missing as string)).toBe(true);
  }
  expect((await update({ latitude: 31.2, longitude: 121.5 })).code).toBe("0");
  expect(await read()).toMatchObject({ latitude: 31.2, longitude: 121.5 });
});

test("stores a price of 0, a negative price, a period over midnight and edges of 15 minutes", async () => {
  const tariffs = [
    { method: "fixed", price: "0" },
    { method: "fixed", price: "-0.05" },
    {
      method: "time",
      periods: [
        { start: "22:15", end: "06:45", price: "-1.5" },
        { start: "06:45", end: "12:00", price: "0" },
      ],
    },
  ];
  for (const tariff of tariffs) {
    expect((await update({ tariff })).code).toBe("0");
    expect((await read()).tariff).toEqual(tariff);
  }
  for (const price of ["-", "--1", "-1000000", "1e3", "- 1"])
    expect(errorsOf(await update({ tariff: { method: "fixed", price } }))).toHaveProperty(["tariff.price"]);
  const period = (start: string, end: string) => ({ start, end, price: "1" });
  const overlapping = [period("22:15", "06:45"), period("06:30", "07:00")];
  expect(errorsOf(await update({ tariff: { method: "time", periods: overlapping } }))).toEqual({
    "tariff.periods.1.start": "These periods overlap.",
  });
  const empty = [period("00:00", "24:00"), period("07:00", "07:00")];
  expect(errorsOf(await update({ tariff: { method: "time", periods: empty } }))).toEqual({
    "tariff.periods.1.end": "Start and end must be different. The whole day is 00:00 to 24:00.",
  });
  expect(
    errorsOf(await update({ tariff: { method: "time", periods: [period("07:10", "08:00")] } })),
  ).toHaveProperty(["tariff.periods.0.start"]);
});

test("changes the time zone without a day until a device is added, with prices from the plant's own day", async () => {
  expect(errorsOf(await update({ timeZone: "Europe/Atlantis" }))).toHaveProperty("timeZone");
  // Already the next day there.
  const changed = await update({ timeZone: "Pacific/Auckland", tariff: { method: "fixed", price: "0.5" } });
  expect(changed.code).toBe("0");
  const tariffs = await server.call("GET", "/workData/powerStation/tariffs", {
    authorization,
    query: { stationId },
  });
  expect(await read()).toMatchObject({ timeZone: "Pacific/Auckland", today: "2026-06-22" });
  expect(tariffs.envelope.data.rows[0]).toMatchObject({ validFrom: "2026-06-22", isInForce: true });
  await createDevice(engines.db, { type: "DCON", plantId: stationId });
  expect(errorsOf(await update({ timeZone: "Europe/Berlin" }))).toHaveProperty("timeZoneFrom");
  expect((await update({ timeZone: "Pacific/Auckland", name: "Roof" })).code).toBe("0");
});
