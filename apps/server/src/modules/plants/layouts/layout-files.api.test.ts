import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";

const engines = await openTestEngines();
const { db } = engines;
const server = await createTestApp(engines);
afterAll(async () => {
  await server.close();
  await engines.close();
});

/** A plant with a gateway and two units, the second without a label. */
async function openPlant() {
  const owner = await createAccount(db);
  const plant = await createPlant(db, { companyId: owner.companyId, ownerId: owner.id });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const inPlant = { type: "OPT", plantId: plant.id, parentId: gateway.id } as const;
  const devices = [
    await createDevice(db, { ...inPlant, slotLabel: "A1-1" }),
    await createDevice(db, { ...inPlant, slotLabel: "A1-2" }),
  ];
  const { authorization } = await createSession(db, { accountId: owner.id });
  const stationId = plant.id;
  return {
    devices,
    save: (layout: object) =>
      server.call("POST", "/workData/layout/saveDraft", {
        authorization,
        body: { stationId, revision: null, layout },
      }),
    file: async (format: string, source = "draft") =>
      (
        await server.call("GET", "/workData/layout/export", {
          authorization,
          query: { stationId, format, source },
        })
      ).rawPayload,
    read: async (format: string, content: Buffer, language = "en") =>
      (
        await server.call("POST", "/workData/layout/read", {
          authorization,
          query: { stationId, format },
          body: content,
          headers: { "content-type": "application/octet-stream", "accept-language": language },
        })
      ).envelope,
  };
}

const group = {
  ...{ groupKey: crypto.randomUUID(), name: "West", rows: 2, columns: 2, tiltDeg: 30, azimuthDeg: 270 },
  ...{ rotationDeg: 90, xM: 2, yM: 1.5, moduleWidthM: 1, moduleHeightM: 2 },
};

test.each(["json", "csv", "xlsx"])("a draft exported as %s is read as it was saved", async (format) => {
  const plant = await openPlant();
  const [one, two] = plant.devices.map(({ slotKey }) => slotKey!);
  const cells = [
    { row: 0, column: 0, unit: two!, pole: 5 },
    { row: 0, column: 1, unit: null, pole: null },
    { row: 1, column: 1, unit: one!, pole: null },
  ];
  expect((await plant.save({ groups: [{ ...group, cells }] })).envelope.code).toBe("0");
  const read = await plant.read(format, await plant.file(format));
  expect(read.data).toEqual({ layout: { groups: [{ ...group, cells }] }, unknown: [], problems: [] });
  // What is published, here an arrangement of the units, is another file.
  const published = await plant.read(format, await plant.file(format, "published"));
  expect(published.data.layout.groups[0].cells).toHaveLength(2);
});

test("a map with ids of the wiring is read; what is wrong is named in the caller's language [R5.14]", async () => {
  const plant = await openPlant();
  const csv = (...lines: string[]) => Buffer.from(["group,row,column,unit,x_m,y_m", ...lines].join("\n"));
  const read = await plant.read("csv", csv("A,1,1,1-1-2,0,0", "A,1,2,NO-SUCH-UNIT,0,0"));
  expect(read.data).toMatchObject({
    unknown: ["NO-SUCH-UNIT"],
    layout: { groups: [{ cells: [{ unit: plant.devices[1]!.slotKey }, { unit: null }] }] },
  });
  const wrong = csv("A,1,1,,0,", "A,1,x,,0,0");
  expect((await plant.read("csv", wrong)).data).toEqual({
    layout: null,
    unknown: [],
    problems: [
      { row: 2, column: "y_m", text: "No coordinate data: row 2, column y_m." },
      { row: 3, column: "column", text: "Format error: row 3, column column: x" },
    ],
  });
  expect((await plant.read("csv", wrong, "zh-cn")).data.problems[0].text).toBe(
    "没有坐标数据：第 2 行，y_m 列。",
  );
  for (const [format, content] of [
    ["xlsx", csv("A,1,1,,0,0")],
    ["csv", Buffer.from("PK\u0003\u0004")],
    ["json", Buffer.from([0, 1, 2])],
  ] as const)
    expect((await plant.read(format, content)).code).toBe("A0700");
});
