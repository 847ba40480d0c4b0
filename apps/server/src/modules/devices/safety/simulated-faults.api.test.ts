import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { until } from "../../../../test/link.ts";
import { openSafetyPlant, openSafetyStage } from "../../../../test/safety-stage.ts";
import { createSimulatedRoof, startSimulatedGateway } from "../../../../test/simulated-roof.ts";
import { systemScope } from "../../base/access/scope.ts";
import type { NewCommand } from "../commands/commands.service.ts";

const stage = await openSafetyStage();
const { server } = stage;
const { clock } = server;
const UNITS = 4;

/** A plant whose units are on a simulated roof. */
async function openRoof(faults: object[] = []) {
  const plant = await openSafetyPlant(stage, { unitCount: UNITS });
  await plant.connect();
  const roof = createSimulatedRoof(clock, UNITS, faults);
  const report = () => plant.report(roof.measure());
  await report();
  clock.advance(1_000);
  /** Reports, and waits until the server has judged it: it shows as many units proven as are open, and no plant shut down before all are. */
  async function reportProven(proven: number) {
    expect(roof.countOpen()).toBe(proven);
    await report();
    const sampledAt = new Date(clock.now()).toISOString();
    const data = await until(
      () => plant.get(),
      ({ units, state }) =>
        units.every(({ sampleAt }: { sampleAt: string | null }) => sampleAt === sampledAt) &&
        (proven < UNITS || state === "shut-down"),
    );
    expect(data.counts.proven).toBe(proven);
    if (proven < UNITS) expect(data.state).not.toBe("shut-down");
    return data;
  }
  async function endCountdown() {
    await server.services.safety.endCountdowns();
    return (await plant.get()).state;
  }
  return { plant, roof, report, reportProven, endCountdown };
}

test("with a slow radio a plant is shut down only when its last unit is measured open, after the countdown", async () => {
  const { plant, roof, reportProven, endCountdown } = await openRoof([{ kind: "slow-radio", seconds: 9 }]);
  await plant.stop();
  const command = await plant.command("open");
  const { results } = await roof.carryOut(command, async (unit) => {
    await reportProven(unit - 1);
  });
  expect(await endCountdown()).toBe("partly-shut-down");
  // The gateway says that all are open; what was measured does not yet.
  await plant.reply(command, results as [number, 0][]);
  const acknowledged = await until(
    () => plant.get(),
    ({ counts }) => counts.acknowledged === UNITS,
  );
  expect(acknowledged).toMatchObject({ state: "partly-shut-down", counts: { proven: UNITS - 1 } });
  clock.advance(1_000);
  await reportProven(UNITS);
});

test("units that no command reaches and that lose their keep-alive are shut down once they report after their MOS timeout", async () => {
  const lostAt = new Date(clock.now() + 1_000).toISOString();
  const { plant, reportProven } = await openRoof([{ kind: "keep-alive-lost", from: lostAt }]);
  await plant.stop();
  const command = await plant.command("open");
  await plant.reply(
    command,
    Array.from({ length: UNITS }, (_, at): [number, "E_TIMEOUT"] => [at + 1, "E_TIMEOUT"]),
  );
  // Their last heartbeat was sent 1 s before the press.
  clock.advance(8_000);
  await reportProven(0);
  clock.advance(1_000);
  await reportProven(UNITS);
});

test("units that have opened for lack of a keep-alive before the press are proven by what they report after it", async () => {
  const { plant, roof, report, reportProven } = await openRoof([{ kind: "keep-alive-lost" }]);
  await report();
  expect(roof.countOpen()).toBe(UNITS);
  clock.advance(1_000);
  await plant.stop();
  await plant.command("open");
  clock.advance(1_000);
  // Measured before the press, and sent after it.
  await plant.report(roof.measure(), { t: clock.now() - 1_500 });
  clock.advance(1_000);
  expect(await plant.get()).toMatchObject({ state: "shutting-down", counts: { proven: 0 } });
  await reportProven(UNITS);
});

test("a gateway that is cut off in the middle of a shutdown proves the rest when it reports again", async () => {
  const { plant, roof, reportProven, endCountdown } = await openRoof();
  const { data: accepted } = await plant.stop();
  const isCutOffAt = 3;
  await roof.carryOut(await plant.command("open"), async (unit) => {
    clock.advance(2_000);
    if (unit === isCutOffAt) {
      await reportProven(unit - 1);
      await plant.disconnect();
    }
  });
  // The gateway has opened the others without a connection: nothing of it is known.
  expect(roof.countOpen()).toBe(UNITS);
  const outage = { t: clock.now(), samples: roof.measure() };
  clock.advance(31_000);
  expect(await endCountdown()).toBe("partly-shut-down");
  expect(await plant.get()).toMatchObject({ counts: { proven: isCutOffAt - 1 } });
  await plant.connect();
  const again = await plant.command("open");
  expect(again).toMatchObject({ to: [3, 4], args: { hold: accepted.operationId } });
  // What was kept meanwhile is history: it proves nothing.
  await plant.report(outage.samples, { t: outage.t, topic: "upHistory" });
  clock.advance(1_000);
  const { units } = await reportProven(UNITS);
  const provenAt = units.map((unit: { provenAt: string }) => Date.parse(unit.provenAt));
  expect(provenAt.slice(isCutOffAt - 1)).toEqual([clock.now(), clock.now()]);
});

test("units behind an MCON that is opened are proven open once its MOS timeout, as it was set, is over", async () => {
  const { plant, gateway, authorization } = await openSafetyPlant(stage);
  const player = await startSimulatedGateway(clock, stage.link, gateway);
  const mcon = await until(
    async () =>
      (
        await sql<{ id: string }>`
          select d.id from device_links l join devices d on d.id = l.device_id
          join device_latest s on s.device_id = d.id and s.last_sample_at is not null
          where l.plant_id = ${plant.id} and d.type = 'MCON'`.execute(stage.engines.db)
      ).rows[0],
    (row) => row !== undefined,
  );
  const { commands } = stage.link;
  /** Sends a command to the gateway and waits for its success. */
  async function send(command: Pick<NewCommand, "op" | "targets" | "args">): Promise<void> {
    const common = { plantId: plant.id, gatewayId: gateway.id, deadlineAt: null, address: "" };
    const { id } = await commands.send(systemScope(), { ...common, ...command });
    await until(
      () => commands.find(systemScope(), id),
      (row) => row?.state === "done",
    );
  }
  await send({ op: "param.set", targets: [1], args: { values: { mosTimeout: 20, heartbeat: 5 } } });
  clock.advance(1_000);
  await server.call("POST", "/workData/device/open", {
    authorization,
    body: { deviceId: mcon?.id, idempotencyKey: randomUUID() },
  });
  const read = async () =>
    (
      await server.call("GET", "/workData/device/switch", {
        authorization,
        query: { deviceId: String(mcon?.id) },
      })
    ).envelope.data;
  const opening = await until(read, ({ operation }) => operation.acknowledgedAt !== null);
  expect(opening).toMatchObject({ state: "opening", counts: { units: 3, proven: 0 } });
  /** The gateway reads its switches and reports them. */
  const readSwitches = () => send({ op: "switch.get", targets: "all", args: {} });
  clock.advance(18_999);
  await readSwitches();
  const waiting = await until(read, ({ units }) =>
    units.every(({ sampleAt }: { sampleAt: string | null }) => sampleAt !== null),
  );
  expect(waiting).toMatchObject({ state: "opening", counts: { proven: 0 } });
  // The last heartbeat was sent with the parameters.
  clock.advance(1);
  await readSwitches();
  expect(await until(read, ({ state }) => state === "open")).toMatchObject({ counts: { proven: 3 } });
  await player.stop();
});
