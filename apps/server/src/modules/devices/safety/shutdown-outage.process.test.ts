import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { startClickHouseHttpServer } from "../../../../test/clickhouse-http-server.ts";
import { startTestLink, until } from "../../../../test/link.ts";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { openSafetyPlant, samples, untilState } from "../../../../test/safety-stage.ts";
import { startTcpBalancer } from "../../../../test/tcp-balancer.ts";
import { openClickHouse } from "../../../infra/clickhouse/open-clickhouse.ts";
import { createLogger } from "../../../infra/logger.ts";

/** A server and a device link on a ClickHouse that can be cut off. */
async function openStage() {
  const { db, close } = await openOwnDatabase();
  const dataFolder = await mkdtemp(join(tmpdir(), "heliograph-outage-"));
  const engine = await startClickHouseHttpServer();
  let isThere = true;
  const proxy = await startTcpBalancer(() => (isThere ? [Number(new URL(engine.url).port)] : []));
  const config = { dataFolder, clickhouseUrl: `http://default@127.0.0.1:${proxy.port}/heliograph` };
  const clickhouse = await openClickHouse({ config, logger: createLogger({ logLevel: "silent" }) });
  const engines = { db, clickhouse, dataFolder, close };
  const server = await createTestApp(engines);
  const link = await startTestLink({ ...engines, bus: server.bus, clock: server.clock });
  server.services.storageNotes.start();
  onTestFinished(async () => {
    server.services.storageNotes.stop();
    await link.stop();
    await server.close();
    await clickhouse.close();
    proxy.cut();
    await proxy.stop();
    await engine.stop();
    await close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return {
    ...{ engines, server, link },
    setClickHouse(isAvailable: boolean): void {
      isThere = isAvailable;
      if (!isAvailable) proxy.cut();
    },
  };
}

const untilWaiting = (plant: Awaited<ReturnType<typeof openSafetyPlant>>) =>
  until(
    () => plant.get(),
    ({ storage }) => storage.hasWaitingReports,
  );

test("a shutdown is sent, replies count and a report proves it while ClickHouse is unavailable", async () => {
  const stage = await openStage();
  const { server, setClickHouse } = stage;
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  setClickHouse(false);
  expect(await plant.stop()).toMatchObject({ code: "0", data: { isRecorded: true } });
  const command = await plant.command("open");
  server.clock.advance(100);
  await plant.reply(command, [[1, 0]]);
  // It is not acknowledged until it is stored.
  const reported = plant.report([samples.open]);
  reported.catch(() => undefined);
  expect(await untilState(plant, "shut-down")).toMatchObject({ counts: { acknowledged: 1, proven: 1 } });
  await untilWaiting(plant);
  setClickHouse(true);
  await reported;
  server.clock.advance(6_000);
  expect((await plant.get()).storage).toEqual({ pressedAt: null, hasWaitingReports: false });
});

test("what a gateway sends behind a report that cannot be stored counts once ClickHouse is back at the latest, and the page says that reports wait", async () => {
  const stage = await openStage();
  const { server, setClickHouse } = stage;
  const plant = await openSafetyPlant(stage, { unitCount: 1 });
  await plant.connect();
  setClickHouse(false);
  const held = plant.report([samples.closed]);
  held.catch(() => undefined);
  await untilWaiting(plant);
  expect(await plant.stop()).toMatchObject({ code: "0", data: { isRecorded: true } });
  const command = await plant.command("open");
  server.clock.advance(100);
  const behind = Promise.all([plant.reply(command, [[1, 0]]), plant.report([samples.open])]);
  behind.catch(() => undefined);
  await untilWaiting(plant);
  setClickHouse(true);
  await held;
  await behind;
  expect(await untilState(plant, "shut-down")).toMatchObject({ counts: { acknowledged: 1, proven: 1 } });
});
