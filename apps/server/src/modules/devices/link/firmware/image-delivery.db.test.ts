import { decodeOtaChunk, topicOf } from "@heliograph/protocol";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { connectGateway, createBirth, createGateway } from "../../../../../test/link.ts";
import { openLinkStage } from "../../../../../test/link-stage.ts";
import { createImage } from "../../../../../test/upgrades.ts";

const { engines, link } = await openLinkStage();
const { db } = engines;
const SIZE = 90_000;
const PART = 30_000;

/** A gateway that signed in, with a job of a running campaign for its first unit. */
async function openJob(name: string) {
  const gateway = await createGateway(db);
  const client = await connectGateway(link, gateway);
  await client.send("upBirth", createBirth(gateway.sn, 1));
  const { id: firmwareId, content } = await createImage(db, name, SIZE);
  const { rows } = await sql<{ job: string }>`
    with campaign as (
      insert into upgrade_campaigns (firmware_id, firmware_name, device_type, model, hardware, version, version_numbers,
        size_bytes, sha256, signature, first_wave, wave_size, max_failures, waves, wave_begun_at, created_at)
      values (${firmwareId}, ${name}, 'OPT', 'MX-600', '1.2', '4.0.0', '{4,0,0}', ${SIZE}, '', '', 1, 1, 1, 1, now(), now())
      returning id
    ), job as (
      insert into upgrade_jobs (campaign_id, gateway_id, rev, created_at) select id, ${gateway.id}, 1, now() from campaign
      returning id, campaign_id
    ), device as (
      insert into upgrade_devices (campaign_id, device_id, plant_id, from_version, wave, state, job_id, unit, changed_at)
      select job.campaign_id, l.device_id, l.plant_id, '3.0', 1, 'offered', job.id, 1, now()
      from job cross join device_links l where l.parent_id = ${gateway.id} and l.to_at is null
    )
    select id as job from job`.execute(db);
  const { job } = rows[0] as { job: string };
  const parts: { offset: number; data: Buffer }[] = [];
  client.mqtt.on("message", (topic, payload) => {
    if (topic !== topicOf.downOta(gateway.sn)) return;
    const { offset, data } = decodeOtaChunk(payload);
    parts.push({ offset, data: Buffer.from(data) });
  });
  const listRejected = async () =>
    (
      await sql<{ reason: string }>`
        select reason from rejected_reports where gateway_id = ${gateway.id} order by id`.execute(db)
    ).rows.map(({ reason }) => reason);
  const request = (offset: number) => client.send("upOta", { job, offset, length: PART });
  return { gateway, client, content, job, parts, listRejected, request };
}

test("sends the parts that a gateway requests, from any offset, and stores what it reports", async () => {
  const { client, content, job, parts, request, listRejected } = await openJob("OPT_MX-600_HW1.2_V4.0.0.bin");
  await Promise.all([60_000, 0, 30_000].map(request));
  await expect.poll(() => parts.length).toBe(3);
  const image = Buffer.alloc(SIZE);
  for (const { offset, data } of parts) data.copy(image, offset);
  expect(image.equals(content)).toBe(true);
  const readProgress = async () =>
    (await sql`select state, percent from upgrade_devices where job_id = ${job}`.execute(db)).rows;
  await expect.poll(readProgress).toEqual([{ state: "downloading", percent: 100 }]);
  await client.send("upOta", { job, unit: 1, state: "confirmed", version: "4.0.0" });
  expect(await readProgress()).toEqual([{ state: "confirmed", percent: 100 }]);
  expect(await listRejected()).toEqual([]);
  await client.end();
});

test("sends nothing to another gateway or a tool, and rejects what is not of their own jobs", async () => {
  const { gateway, job, client } = await openJob("OPT_MX-600_HW1.2_V4.0.1.bin");
  const other = await openJob("OPT_MX-600_HW1.2_V4.0.2.bin");
  const tool = await connectGateway(link, gateway, { tag: "hand" });
  await other.client.send("upOta", { job, offset: 0, length: PART });
  await other.client.send("upOta", { job, unit: 1, state: "confirmed", version: "4.0.0" });
  await tool.send("upOta", { job, offset: 0, length: PART });
  // Its own job still gets its part, after the request for the foreign one.
  await other.request(0);
  await expect.poll(() => other.parts.length).toBe(1);
  expect(other.parts[0]?.data.equals(other.content.subarray(0, PART))).toBe(true);
  expect(await other.listRejected()).toEqual(["unknown-unit"]);
  const { rows } = await sql`select state from upgrade_devices where job_id = ${job}`.execute(db);
  expect(rows).toEqual([{ state: "offered" }]);
  for (const open of [client, other.client, tool]) await open.end();
});
