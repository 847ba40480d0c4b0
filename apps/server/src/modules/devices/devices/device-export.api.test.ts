import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDevice, createGrant } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { readZip } from "../../../../test/zip.ts";

const ALL_COLUMNS = [
  "sn",
  "alias",
  "type",
  "model",
  "status",
  "communicationStatus",
  "stationName",
  "companyName",
  "ownerName",
  "slotLabel",
  "softwareVersion",
  "hardwareVersion",
  "hplcVersion",
  "mconStVersion",
  "ratedPowerW",
  "powerW",
  "inputVoltageV",
  "inputCurrentA",
  "outputVoltageV",
  "outputCurrentA",
  "temperatureC",
  "generationWh",
  "signalDbm",
  "tiltDeg",
  "azimuthDeg",
  "polePosition",
  "level",
  "onlineAt",
  "updatedAt",
];

let stage: JobStage;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());

async function begin(caller: JobCaller, body: object): Promise<string> {
  const request = { format: "csv", fileName: "devices", columns: ["sn"], sort: "sn", ...body };
  const { data, msg } = await caller.post("/workData/device/export", request);
  if (!data?.jobId) throw new Error(msg);
  return data.jobId;
}

/** The file of an export, after it has run. */
async function write(caller: JobCaller, body: object): Promise<Buffer> {
  const jobId = await begin(caller, body);
  await stage.work();
  expect(await caller.job(jobId)).toMatchObject({ state: "done", kind: "deviceExport" });
  return (await caller.file(jobId)).rawPayload;
}

async function readLines(caller: JobCaller, body: object): Promise<string[]> {
  return (await write(caller, body)).toString("utf8").split("\r\n").slice(0, -1);
}

/** A gateway and two units of the caller's plant, one of them with values. */
async function addDevices({ plant }: JobCaller) {
  const gateway = await createDevice(stage.db, { type: "DCON", plantId: plant.id });
  const unit = async (slotLabel: string) =>
    await createDevice(stage.db, { type: "OPT", plantId: plant.id, parentId: gateway.id, slotLabel });
  // Places that no serial number contains, which have digits and A to F.
  const [first, second] = [await unit("R1"), await unit("R2")];
  const at = new Date(stage.clock.now() - 60_000);
  await writeLatest(stage.db, [first.id], { at, values: { pw: 240.5, rs: -61 } });
  return { gateway, first, second, at };
}

test("writes the devices that match as CSV: its columns, order and language", async () => {
  const caller = await stage.createCaller();
  const stranger = await stage.createCaller();
  await addDevices(stranger);
  const { gateway, first, second, at } = await addDevices(caller);
  const columns = ["slotLabel", "sn", "type", "status", "powerW", "signalDbm", "updatedAt"];
  expect(await readLines(caller, { columns, type: "OPT", sort: "slotLabel", order: "desc" })).toEqual([
    "\uFEFFLocation,SN,Type,Status,Power (W),Signal (dBm),Last report",
    `R2,${second.sn},Optimizer,Offline,,,`,
    `R1,${first.sn},Optimizer,Offline,240.5,-61,${at.toISOString()}`,
  ]);
  expect(await readLines(caller, { search: "r1" })).toEqual(["\uFEFFSN", first.sn]);
  const located = { type: "OPT", parentId: gateway.id, plantId: caller.plant.id } as const;
  for (const slotLabel of ["R2C1", "R1C10", "R1C9"]) await createDevice(stage.db, { ...located, slotLabel });
  const inOrder = await readLines(caller, { columns: ["slotLabel"], type: "OPT", sort: "slotLabel" });
  expect(inOrder.slice(1)).toEqual(["R1", "R2", "R1C9", "R1C10", "R2C1"]);
  const refused = { format: "csv", fileName: "a", columns: ["sn"], stationId: stranger.plant.id };
  expect((await caller.post("/workData/device/export", refused)).code).toBe("A0404");
});

test("writes every column of the list as a workbook, and no formulas", async () => {
  const caller = await stage.createCaller();
  const { first } = await addDevices(caller);
  await sql`update devices set model = '=1+1' where id = ${first.id}`.execute(stage.db);
  const parts = readZip(await write(caller, { format: "xlsx", columns: ALL_COLUMNS }));
  expect(parts.get("xl/worksheets/sheet1.xml")).not.toContain("<f>");
  for (const text of [first.sn, "=1+1", "Pole position", "Rated power (W)"])
    expect(parts.get("xl/sharedStrings.xml")).toContain(text);
});

test("leaves out what is hidden from the account, and refuses the file when more is hidden later", async () => {
  const owner = await stage.createCaller();
  const guest = await stage.createCaller();
  await addDevices(owner);
  await createGrant(stage.db, {
    plantId: owner.plant.id,
    accountId: guest.account.id,
    level: "participant",
    invitedBy: owner.account.id,
  });
  const show = async (...participantSees: string[]) => {
    const settings = JSON.stringify({ participantSees });
    await sql`update plants set settings = ${settings}::jsonb where id = ${owner.plant.id}`.execute(stage.db);
  };
  await show("devices");
  const hidden = await begin(guest, { columns: ["slotLabel", "type"], type: "OPT" });
  await stage.work();
  expect((await guest.file(hidden)).payload).toContain(",Optimizer\r\n,Optimizer\r\n");
  await show("devices", "layout");
  const whole = await begin(guest, { columns: ["slotLabel"], type: "OPT", sort: "slotLabel" });
  await stage.work();
  expect((await guest.file(whole)).payload).toContain("\r\nR1\r\nR2\r\n");
  await show("devices");
  expect((await guest.file(whole)).statusCode).toBe(403);
  expect((await guest.file(hidden)).statusCode).toBe(200);
});

test("a cancelled export ends and keeps no file", async () => {
  const caller = await stage.createCaller();
  await addDevices(caller);
  const jobId = await begin(caller, {});
  await caller.post("/job/cancel", { jobId });
  await stage.work();
  expect(await caller.job(jobId)).toMatchObject({ state: "cancelled", hasFile: false });
});
