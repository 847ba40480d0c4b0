import { randomUUID } from "node:crypto";
import type { BodyInputOf, DataOf, DraftCell, endpoints } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createDevice,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { hasPdfReader } from "../../../../test/pdf.ts";
import { measureColor } from "../../../../test/pdf-pages.ts";
import { drawPicture } from "../../../../test/pictures.ts";

type Editor = DataOf<typeof endpoints.layout.editor>;
type Layout = BodyInputOf<typeof endpoints.layout.saveDraft>["layout"];

const engines = await openTestEngines();
const { db } = engines;
const server = await createTestApp(engines);
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function openPlant() {
  const owner = await createAccount(db);
  const plant = await createPlant(db, { companyId: owner.companyId, ownerId: owner.id });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const devices = [];
  for (const slotLabel of ["A1-1", "A1-2"])
    devices.push(await createDevice(db, { type: "OPT", plantId: plant.id, parentId: gateway.id, slotLabel }));
  const bare = await createDevice(db, { type: "OPT", plantId: plant.id, parentId: gateway.id });
  await sql`update device_links set slot_id = null where device_id = ${bare.id}`.execute(db);
  const call = async (method: "GET" | "POST", path: string, input: object, accountId = owner.id) => {
    const { authorization } = await createSession(db, { accountId });
    const stationId = plant.id;
    const sent = method === "GET" ? { query: { stationId, ...input } } : { body: { stationId, ...input } };
    return (await server.call(method, `/workData/layout/${path}`, { ...sent, authorization })).envelope;
  };
  const upload = async (accountId = owner.id) => {
    const { authorization } = await createSession(db, { accountId });
    const query = { stationId: plant.id };
    const headers = { "content-type": "image/png" };
    const body = await drawPicture({ width: 80, height: 40 });
    const options = { authorization, query, headers, body };
    return (await server.call("POST", "/workData/layout/picture", options)).envelope;
  };
  return {
    ...plant,
    owner,
    devices,
    bare,
    call,
    upload,
    read: async (accountId?: string) => (await call("GET", "editor", {}, accountId)).data as Editor,
    save: (revision: number | null, layout: Layout, accountId?: string) =>
      call("POST", "saveDraft", { revision, layout }, accountId),
  };
}

const groupOf = (cells: DraftCell[]) => ({
  ...{
    groupKey: randomUUID(),
    name: "West",
    rows: 2,
    columns: 2,
    tiltDeg: 30,
    azimuthDeg: 270,
    rotationDeg: 90,
  },
  ...{ xM: 2, yM: 1, moduleWidthM: 1, moduleHeightM: 2, cells },
});
const cell = (row: number, column: number, unit: number | null, pole: number | null = null): DraftCell => ({
  row,
  column,
  unit,
  pole,
});

test("begins with the arrangement of the plant's units, saves a draft, and publishes it as the layout", async () => {
  const plant = await openPlant();
  const first = await plant.read();
  expect(first).toMatchObject({ version: null, draft: null });
  expect(first.layout.groups.flatMap(({ cells }) => cells.map(({ unit }) => unit))).toHaveLength(3);
  const [one, two] = plant.devices.map(({ slotKey }) => slotKey!);
  const bare = first.units.find(({ sn }) => sn === plant.bare.sn)!.key;
  expect(bare).toBeLessThan(0);
  const group = groupOf([cell(0, 0, two!, 5), cell(0, 1, one!), cell(1, 0, bare), cell(1, 1, null)]);
  expect((await plant.save(null, { groups: [group] })).data).toMatchObject({ revision: 1 });
  expect((await plant.read()).draft).toMatchObject({ isOwn: true, layout: { groups: [group] } });
  expect((await plant.call("POST", "publish", { revision: 1 })).data).toEqual({ version: 1, emptied: 0 });

  const after = await plant.read();
  expect(after).toMatchObject({ version: 1, draft: null });
  const placed = after.units.find(({ sn }) => sn === plant.bare.sn)!.key;
  expect(placed).toBeGreaterThan(0);
  expect(after.layout.groups).toEqual([
    { ...group, cells: [cell(0, 0, two!, 5), cell(0, 1, one!), cell(1, 0, placed), cell(1, 1, null)] },
  ]);
  // A turn of 90° clockwise leads columns down and rows to the left.
  const { rows } = await sql`
    select round(x_m::numeric, 3)::float8 as x, round(y_m::numeric, 3)::float8 as y, tilt_deg as tilt,
      azimuth_deg as azimuth, pole_position as pole, group_name as "group"
    from slots where key = ${two!}`.execute(db);
  expect(rows).toEqual([{ x: 1, y: 1.5, tilt: 30, azimuth: 270, pole: 5, group: "West" }]);
  const { rows: log } = await sql`
    select original, new from audit where plant_id = ${plant.id} and type = 'station.layout'`.execute(db);
  expect(log).toEqual([{ original: null, new: { layoutVersion: 1, layoutModules: 4, layoutUnits: 3 } }]);
});

test("refuses to save over what another editor has saved, published or discarded", async () => {
  const plant = await openPlant();
  const colleague = await createAccount(db, { companyId: plant.owner.companyId });
  await createGrant(db, {
    ...{ plantId: plant.id, accountId: colleague.id, level: "administrator", invitedBy: plant.owner.id },
  });
  const [unit] = plant.devices.map(({ slotKey }) => slotKey!);
  const layout = { groups: [groupOf([cell(0, 0, unit!)])] };
  expect((await plant.save(null, layout)).code).toBe("0");
  expect((await plant.save(null, layout, colleague.id)).code).toBe("A0440");
  expect((await plant.save(1, layout, colleague.id)).data).toMatchObject({ revision: 2 });
  expect((await plant.save(1, layout)).code).toBe("A0440");
  expect((await plant.read()).draft).toMatchObject({
    revision: 2,
    isOwn: false,
    savedBy: expect.any(String),
  });
  for (const path of ["publish", "discardDraft"])
    expect((await plant.call("POST", path, { revision: 1 })).code).toBe("A0440");
  expect((await plant.call("POST", "discardDraft", { revision: 2 })).code).toBe("0");
  expect((await plant.save(2, layout, colleague.id)).code).toBe("A0440");
});

test("publishes nothing without modules, nor units of another plant, and refuses places outside a group", async () => {
  const [plant, other] = [await openPlant(), await openPlant()];
  await plant.save(null, { groups: [groupOf([])] });
  expect(await plant.call("POST", "publish", { revision: 1 })).toMatchObject({
    code: "A0421",
    msg: "No coordinate data",
  });
  const foreign = other.devices[0]!.slotKey!;
  await plant.save(1, { groups: [groupOf([cell(0, 0, foreign), cell(0, 1, plant.devices[0]!.slotKey!)])] });
  expect((await plant.call("POST", "publish", { revision: 2 })).data).toEqual({ version: 1, emptied: 1 });
  for (const cells of [[cell(2, 0, null)], [cell(0, 0, null), cell(0, 0, null)]]) {
    const refused = await plant.save(null, { groups: [groupOf(cells)] });
    expect([refused.code, (refused.data as { fields: { path: string }[] }).fields[0]?.path]).toEqual([
      "A0400",
      "layout.groups.0",
    ]);
  }
});

test("participants read the layout and do not edit it", async () => {
  const plant = await openPlant();
  const { id } = await createAccount(db);
  await createGrant(db, {
    plantId: plant.id,
    accountId: id,
    level: "participant",
    invitedBy: plant.owner.id,
  });
  expect((await plant.call("GET", "editor", {}, id)).code).toBe("A0300");
  expect((await plant.save(null, { groups: [] }, id)).code).toBe("A0300");
});

test("shows a photograph under the draft and the published layout to users with access to them only", async () => {
  const [plant, other] = [await openPlant(), await openPlant()];
  const participant = await createAccount(db);
  await createGrant(db, {
    ...{ plantId: plant.id, accountId: participant.id, level: "participant", invitedBy: plant.owner.id },
  });
  const { upload } = plant;
  const show = async (layoutPictureId: string, accountId = plant.owner.id, stationId = plant.id) => {
    const { authorization } = await createSession(db, { accountId });
    const query = { stationId, layoutPictureId };
    return (await server.call("GET", "/workData/layout/picture", { authorization, query })).statusCode;
  };
  expect((await upload(participant.id)).code).toBe("A0300");
  const { pictureId, width, height } = (await upload()).data;
  expect([width, height]).toEqual([80, 40]);
  const place = { xM: -1, yM: 2.5, widthM: 20, heightM: 10, rotationDeg: 12, opacity: 0.4 };
  const layout = { groups: [groupOf([cell(0, 0, null)])], background: { pictureKey: pictureId, ...place } };
  const refused = await other.save(null, layout);
  expect([refused.code, refused.data]).toEqual(["A0400", expect.anything()]);
  expect((await plant.save(null, layout)).code).toBe("0");
  expect((await plant.read()).draft?.layout.background).toEqual(layout.background);
  expect([await show(pictureId), await show(pictureId, participant.id)]).toEqual([200, 404]);
  expect((await plant.call("POST", "publish", { revision: 1 })).code).toBe("0");
  expect((await plant.call("GET", "published", {})).data.background).toEqual(layout.background);
  expect((await plant.read()).layout.background).toEqual(layout.background);
  expect([await show(pictureId, participant.id), await show(pictureId, other.owner.id, other.id)]).toEqual([
    200, 404,
  ]);
  // A file names the picture, which another plant does not have.
  const { authorization } = await createSession(db, { accountId: plant.owner.id });
  const exported = await server.call("GET", "/workData/layout/export", {
    authorization,
    query: { stationId: plant.id, format: "json" },
  });
  const readBy = async ({ id, owner }: typeof plant) => {
    const session = await createSession(db, { accountId: owner.id });
    const read = await server.call("POST", "/workData/layout/read", {
      authorization: session.authorization,
      query: { stationId: id, format: "json" },
      headers: { "content-type": "application/octet-stream" },
      body: exported.rawPayload,
    });
    return read.envelope.data.layout;
  };
  expect((await readBy(plant)).background).toEqual(layout.background);
  expect(await readBy(other)).not.toHaveProperty("background");
  const settings = JSON.stringify({ participantSees: ["energy"] });
  await sql`update plants set settings = ${settings}::jsonb where id = ${plant.id}`.execute(db);
  expect(await show(pictureId, participant.id)).toBe(403);
  // A picture that nothing names is deleted a day later, at the next upload.
  const unnamed = (await upload()).data.pictureId;
  await sql`update layout_pictures set added_at = added_at - interval '2 days'`.execute(db);
  await upload();
  expect([await show(unnamed), await show(pictureId)]).toEqual([404, 200]);
});

test.runIf(hasPdfReader)(
  "the PDF of the roof has its photograph behind the modules, where it was placed",
  async () => {
    const plant = await openPlant();
    const { pictureId } = (await plant.upload()).data;
    const slots = plant.devices.map(({ slotKey }) => slotKey!);
    const modules = slots.map((slot, column) => cell(0, column, slot));
    const group = { ...groupOf(modules), rotationDeg: 0, xM: 0, yM: 0 };
    // From the left edge of the second module on, seen through to two fifths.
    const place = { xM: 1, yM: -50, widthM: 100, heightM: 100, rotationDeg: 0, opacity: 0.4 };
    const layout = { groups: [group], background: { pictureKey: pictureId, ...place } };
    const read = async () => {
      const { authorization } = await createSession(db, { accountId: plant.owner.id });
      const query = { stationId: plant.id, language: "en" };
      return (await server.call("GET", "/workData/layout/pdf", { query, authorization })).rawPayload;
    };
    const [photograph, module] = [
      [246, 217, 166],
      [231, 237, 243],
    ] as const;
    expect(measureColor(await read(), photograph)).toBeLessThan(0.001);
    await plant.save(null, layout);
    await plant.call("POST", "publish", { revision: 1 });
    const pdf = await read();
    // The right half of a drawing of 503 × 209 points, behind one of two modules; a page has 595 × 842.
    expect(measureColor(pdf, photograph)).toBeCloseTo(0.099, 2);
    expect(measureColor(pdf, module)).toBeGreaterThan(0.008);
  },
);
