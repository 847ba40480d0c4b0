import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestStage } from "../../../../test/notifications.ts";
import { openNotificationStage } from "../../../../test/notifications.ts";

const HOUR_MS = 3_600_000;

let stage: TestStage;
beforeAll(async () => {
  stage = await openNotificationStage();
});
afterAll(async () => await stage.close());

type Owner = Awaited<ReturnType<TestStage["createOwner"]>>;

/** Site work at the owner's plant: `add`, `extend` or `end` as the API does it. */
async function siteWork({ owner, plant }: Owner, name: "add" | "extend" | "end", body: object) {
  const { authorization } = await stage.createSession(owner.id);
  const { envelope } = await stage.app.call("POST", `/alarm/siteWork/${name}`, {
    authorization,
    body: { stationId: plant.id, ...body },
  });
  expect(envelope.code).toBe("0");
  return envelope.data?.siteWorkId as string;
}

const inHours = (hours: number): string => new Date(stage.clock.now() + hours * HOUR_MS).toISOString();

async function pass(hours: number): Promise<void> {
  stage.clock.advance(hours * HOUR_MS);
  await stage.work();
}

test("mails nothing during site work, and afterwards one summary of what still lasts", async () => {
  const one = await stage.createOwner();
  await siteWork(one, "add", { untilAt: inHours(2) });
  for (const code of ["0", "1", "3", "4"]) await one.raise(code);
  await pass(1);
  await one.end("1");
  for (const kind of ["end", "raise", "end", "raise"] as const) await one[kind]("3");
  await pass(0.9);
  expect(await stage.subjects(one.owner)).toEqual([]);
  const { data } = (
    await stage.app.call("GET", "/alarm/list", {
      ...(await stage.createSession(one.owner.id)),
      query: { status: "unresolved" },
    })
  ).envelope;
  expect(data.total).toBe(4);
  await pass(0.2);
  expect(await stage.subjects(one.owner)).toEqual(["Heliograph: 3 alarm notifications"]);
  expect((await stage.bodies(one.owner))[0]).toContain("Faults: 3\n");
  await pass(1);
  expect(await stage.subjects(one.owner)).toHaveLength(1);
  await one.raise("12");
  await stage.work();
  expect(await stage.subjects(one.owner)).toHaveLength(2);
});

test("ends early and waits longer when it is extended; other plants are mailed meanwhile", async () => {
  const [early, longer, other] = [
    await stage.createOwner(),
    await stage.createOwner(),
    await stage.createOwner(),
  ];
  const ids = [];
  for (const one of [early, longer]) ids.push(await siteWork(one, "add", { untilAt: inHours(1) }));
  for (const { raise } of [early, longer, other]) await raise("0");
  await stage.work();
  expect(await stage.subjects(other.owner)).toHaveLength(1);
  await siteWork(early, "end", { siteWorkId: ids[0] });
  await siteWork(longer, "extend", { siteWorkId: ids[1], untilAt: inHours(3) });
  await pass(0.1);
  expect(await stage.subjects(early.owner)).toHaveLength(1);
  await pass(2);
  expect(await stage.subjects(longer.owner)).toEqual([]);
  await pass(1);
  expect(await stage.subjects(longer.owner)).toHaveLength(1);
});

test("mails the end of an alarm that was mailed before, after the site work in which it ended", async () => {
  const one = await stage.createOwner({ settings: { hasRecovery: true } });
  await one.raise("0");
  await stage.work();
  await siteWork(one, "add", { untilAt: inHours(1) });
  await pass(0.5);
  await one.end("0");
  await one.raise("1");
  await one.end("1");
  await stage.work();
  expect(await stage.subjects(one.owner)).toHaveLength(1);
  await pass(1);
  const [, recovered, ...others] = await stage.subjects(one.owner);
  expect(recovered).toContain("ended:");
  expect(others).toEqual([]);
});

test("waits for the quiet hours in which site work ends", async () => {
  stage.clock.set(Date.parse("2030-06-01T19:00:00Z"));
  const one = await stage.createOwner({
    settings: { quietFrom: 22, quietTo: 6, quietZone: "account", timeZone: "UTC" },
  });
  await siteWork(one, "add", { untilAt: "2030-06-01T23:00:00Z" });
  await one.raise("0");
  await pass(4.5);
  expect(await stage.subjects(one.owner)).toEqual([]);
  stage.clock.set(Date.parse("2030-06-02T06:00:00Z"));
  await stage.work();
  expect(await stage.subjects(one.owner)).toHaveLength(1);
});

test("does not mail what a gateway reports later about a condition that began and ended during site work", async () => {
  const one = await stage.createOwner();
  await siteWork(one, "add", { untilAt: inHours(2) });
  const began = stage.clock.now() + HOUR_MS;
  await pass(3);
  await one.raise("0", "fault", began);
  await one.end("0", "fault", began + 60_000);
  await one.raise("1", "fault", began);
  await stage.work();
  const subjects = await stage.subjects(one.owner);
  expect(subjects).toHaveLength(1);
});
