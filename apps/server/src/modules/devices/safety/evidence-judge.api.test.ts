import { readDeviceModels } from "@heliograph/protocol/models";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSafetyStage, shutDownPlant } from "../../../../test/safety-stage.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createEvidenceJudge } from "./evidence-judge.service.ts";
import { createOperationChange } from "./operation-change.ts";

const stage = await openSafetyStage();
const { engines, server } = stage;
const { db } = engines;

test("a report of a session that was replaced before it is judged proves nothing", async () => {
  const { plant, accepted } = await shutDownPlant(stage, 1);
  const { operationId } = accepted.data;
  const { id: gatewayId } = plant.gateway;
  const [unit] = (await plant.get()).units;
  const { rows } = await sql<{ epoch: number }>`
    select session_epoch::int as epoch from gateways where device_id = ${gatewayId}`.execute(db);
  const current = rows[0]?.epoch ?? 0;
  /** Judges that the unit was measured open, by a report of this session. */
  const judge = async (epoch: number) => {
    const own = createEvidenceJudge({
      changeOperation: createOperationChange({ db, bus: server.bus, clock: server.clock }),
      offsets: { correct: (_gatewayId, atMs) => atMs },
      logger: createLogger({ logLevel: "silent" }),
      models: readDeviceModels(),
      beforeJudging: async () => undefined,
    });
    const sample = { outputV: 0.4, inputV: 45, sw: 0 };
    const evidence = { deviceId: unit.deviceId, atMs: server.clock.now(), ...sample };
    own.add(operationId, plant.plant.id, [{ gatewayId, epoch, seq: 100, unit: evidence }]);
    await own.stop();
    return (await plant.get()).counts.proven;
  };
  expect(await judge(current - 1)).toBe(0);
  expect(await judge(current)).toBe(1);
});
