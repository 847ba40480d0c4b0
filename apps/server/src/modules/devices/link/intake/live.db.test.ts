import type { LiveMessage } from "@heliograph/contract";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TestGateway } from "../../../../../test/link.ts";
import { connectGateway, createBirth, createData, createGateway, until } from "../../../../../test/link.ts";
import { findUnitRow, readFirst } from "../../../../../test/link-rows.ts";
import { openLinkStage } from "../../../../../test/link-stage.ts";
import { refuseWrites } from "../../../../../test/refuse-writes.ts";

const { engines, link } = await openLinkStage();

const findPower = (gateway: TestGateway) =>
  readFirst(
    engines.db,
    sql<{ module: number | null; meter: number | null; string: number | null }>`
    select module_power_w as module, ac_meter_power_w as meter, string_power_w as string
    from gateways where device_id = ${gateway.id}`,
  );
const findUnit = (sn: string) => findUnitRow(engines.db, sn);

describe("live values", () => {
  test("publishes new values to the plant's subscribers and writes the sum of the latest power by level", async () => {
    const gateway = await createGateway(engines.db);
    const published: LiveMessage[] = [];
    link.bus.subscribe(`plant.${gateway.plant?.id}.units`, (message) =>
      published.push(message as LiveMessage),
    );
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 2);
    await client.send("upBirth", birth);
    const t = Date.now();
    await client.send("upData", createData({ s: 1, t }));
    await client.send("upData", { v: 1, rev: 1, s: 2, t, c: 1, d: [[0], [380], [5000], [800]] });
    await until(
      () => findPower(gateway),
      (power) => power?.module === 400 && power.meter === 380,
    );
    expect((await findPower(gateway))?.string).toBeNull();
    // Published once it is written.
    await expect.poll(() => link.changedPlants.has(gateway.plant?.id ?? "")).toBe(true);
    const listUnits = () => published.flatMap((message) => (message.type === "units" ? message.units : []));
    await expect
      .poll(listUnits)
      .toContainEqual(expect.objectContaining({ inputVoltageV: 40, inputCurrentA: 5, powerW: 200 }));
    const unit = await until(
      () => findUnit(String(birth.units[0]?.[1])),
      (row) => row?.latest != null,
    );
    expect(unit?.latest).toMatchObject({ vi: 40, ii: 5, pw: 200, eh: 1000 });
    await client.end();
  });

  test("writes a changed state before it publishes it [R3.11]", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 1);
    birth.columns["3"]?.push(["st", "", 1]);
    await client.send("upBirth", birth);
    const sn = String(birth.units[0]?.[1]);
    const found: (number | undefined)[] = [];
    link.bus.subscribe(`plant.${gateway.plant?.id}.units`, () => {
      void findUnit(sn).then((unit) => found.push(unit?.latest?.st));
    });
    const t = Date.now();
    const report = (s: number, status: number) => {
      const data = createData({ s, t: t + s, units: [1] });
      return client.send("upData", { ...data, d: [...data.d, [status]] });
    };
    await report(1, 4);
    await until(() => found.length, Boolean);
    await report(2, 7);
    await until(
      () => found.length,
      (count) => count >= 2,
    );
    expect(found.slice(0, 2)).toEqual([4, 7]);
    await client.end();
  });

  test("keeps live values when history or an older report arrives", async () => {
    const gateway = await createGateway(engines.db);
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 2);
    await client.send("upBirth", birth);
    const t = Date.now();
    await client.send("upData", createData({ s: 5, t, counterWh: 500 }));
    await client.send("upData", createData({ s: 4, t: t - 60_000, counterWh: 400 }));
    await client.send("upHistory", createData({ s: 6, t: t + 1, counterWh: 600 }));
    await client.end();
    const unit = await until(
      () => findUnit(String(birth.units[0]?.[1])),
      (row) => row?.latest?.eh !== undefined,
    );
    expect(unit?.latest?.eh).toBe(500);
  });

  test("retries to write the latest values after a failure", async () => {
    const gateway = await createGateway(engines.db);
    let attempts = 0;
    link.bus.subscribe(`plant.${gateway.plant?.id}.units`, () => attempts++);
    const client = await connectGateway(link, gateway);
    const birth = createBirth(gateway.sn, 2);
    await client.send("upBirth", birth);
    const endRefusal = await refuseWrites(engines.db, "device_states");
    await client.send("upData", createData({ s: 1, t: Date.now() }));
    // Values are published after the attempt to write.
    await until(
      () => attempts,
      (count) => count > 0,
    );
    await endRefusal();
    await until(
      () => findUnit(String(birth.units[0]?.[1])),
      (unit) => unit?.latest?.vi === 40,
    );
    await client.end();
  });
});
