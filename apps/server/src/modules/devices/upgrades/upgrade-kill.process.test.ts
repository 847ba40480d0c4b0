import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createAccount } from "../../../../test/fixtures.ts";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { createImage, createUnits, optimizer } from "../../../../test/upgrades.ts";
import { createInProcessBus } from "../../../infra/bus.ts";
import { systemClock as clock } from "../../../infra/clock.ts";
import { createIdentityService } from "../../people/identity/identity.service.ts";
import { createFirmwareService } from "../firmware/firmware.service.ts";
import { createUpgradeService } from "./upgrades.service.ts";

const { db, url, close } = await openOwnDatabase();
afterAll(close);
const program = join(import.meta.dirname, "../../../../test/upgrade-process.ts");
const bus = createInProcessBus();
const upgrades = createUpgradeService({
  db,
  bus,
  clock,
  brake: { check: async () => true },
  firmware: createFirmwareService({ db, clock, listKeys: () => [] }),
});
const VERSION = "4.0.0";
/** Points at which processes die, one after the other: with two gateways a step has up to six. */
const DEATHS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Far more than the campaign needs. */
const MAX_STEPS = 60;

/** A campaign of ten units behind two gateways, in waves of 2, 3, 3 and 2. */
async function startCampaign(): Promise<string> {
  const identity = createIdentityService({
    db,
    clock,
    bus,
    endAccess: async () => {
      throw new Error("no account is closed here");
    },
  });
  const { id: ownerId } = await createAccount(db, { roleCode: "installer-administrator" });
  const scope = await identity.findAccountScope(ownerId);
  if (!scope) throw new Error("the account has no scope");
  const units = Array.from({ length: 5 }, () => optimizer);
  const [north, south] = [
    await createUnits(db, { ownerId, units }),
    await createUnits(db, { ownerId, units }),
  ];
  const image = await createImage(db, `OPT_MX-600_HW1.2_V${VERSION}.bin`);
  const { campaignId } = await upgrades.add(
    { scope, address: "", language: "en" },
    {
      type: "OPT",
      // Each wave has devices of both gateways.
      deviceIds: north.deviceIds.flatMap((deviceId, index) => [deviceId, south.deviceIds[index] as string]),
      firmwareId: image.id,
      ...{ firstWave: 2, waveSize: 3, maxFailures: 1, checksYield: false },
      ...{ windowFromHour: null, windowToHour: null },
    },
  );
  return campaignId;
}

interface Received {
  readonly gatewayId: string;
  readonly job: string;
  readonly units: readonly number[];
}

/** Commands to fetch an image, as gateways receive them. */
async function listReceived(): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select gateway_id as "gatewayId", args ->> 'job' as job, targets as units from commands where op = 'ota.start'
    order by created_at`.execute(db);
  return rows;
}

/** Gateways report one unit of each of their jobs as upgraded, so that steps find waves in every state. */
async function reportSome(reported: Set<string>): Promise<void> {
  for (const { gatewayId, job, units } of await listReceived()) {
    const unit = units.find((each) => !reported.has(`${gatewayId}/${each}`));
    if (unit === undefined) continue;
    reported.add(`${gatewayId}/${unit}`);
    await upgrades.receiveProgress(gatewayId, { job, unit, state: "confirmed", version: VERSION } as never);
  }
}

interface Progress {
  readonly state: string;
  readonly confirmed: number;
  /** Devices that were offered the image before those of an earlier wave had ended. */
  readonly early: number;
}

async function findProgress(campaignId: string): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select c.state, count(*) filter (where d.state = 'confirmed')::int as confirmed,
      count(*) filter (where d.state <> 'queued' and exists (
        select from upgrade_devices before
        where before.campaign_id = c.id and before.wave < d.wave and before.finished_at is null
      ))::int as early
    from upgrade_campaigns c join upgrade_devices d on d.campaign_id = c.id
    where c.id = ${campaignId} group by c.id`.execute(db);
  return rows[0] as Progress;
}

async function startProcess(diesAt: number | undefined) {
  const child = fork(program, [url, String(diesAt ?? "")], { execArgv: [] });
  await once(child, "message");
  const ended = once(child, "exit").then(() => false);
  return {
    child,
    /** Runs a step; false if the process died in it. */
    async step(): Promise<boolean> {
      const stepped = new Promise<boolean>((resolve) => child.once("message", () => resolve(true)));
      child.send("step");
      return await Promise.race([stepped, ended]);
    },
  };
}

test("kill -9 of the process that drives a campaign, at any of its points: it goes on where it was, and every device is sent its image once", async () => {
  const campaignId = await startCampaign();
  const deaths = [...DEATHS];
  const reported = new Set<string>();
  let died = 0;
  let driver = await startProcess(deaths.shift());
  let progress = await findProgress(campaignId);
  for (let steps = 0; steps < MAX_STEPS && progress.state === "running"; steps++) {
    if (!(await driver.step())) {
      expect(driver.child.signalCode).toBe("SIGKILL");
      died += 1;
      driver = await startProcess(deaths.shift());
    }
    await reportSome(reported);
    progress = await findProgress(campaignId);
    expect(progress.early).toBe(0);
  }
  driver.child.kill("SIGKILL");
  expect(progress).toEqual({ state: "done", confirmed: 10, early: 0 });
  expect(died).toBeGreaterThan(4);
  const sent = (await listReceived()).flatMap(({ gatewayId, units }) =>
    units.map((unit) => `${gatewayId}/${unit}`),
  );
  expect(sent).toHaveLength(10);
  expect(new Set(sent).size).toBe(10);
});
