import { plantPart } from "@heliograph/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAccount, createGrant, createPlant, createSession } from "../../../../test/fixtures.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

async function mapOf(accountId: string) {
  const { authorization } = await createSession(engines.db, { accountId });
  return (await server.call("GET", "/index/map", { authorization })).envelope.data;
}

test("the map has the plants in scope with place and status, and counts those without coordinates", async () => {
  const plant = await createPlant(engines.db, { latitude: 39.4712, longitude: -0.3763, name: "Roof" });
  const bare = await createPlant(engines.db, { ownerId: plant.ownerId });
  await sql`update plants set latitude = null, longitude = null where id = ${bare.id}`.execute(engines.db);
  await createPlant(engines.db, { latitude: 1, longitude: 1, visibility: "public" });
  expect(await mapOf(plant.ownerId)).toEqual({
    points: [{ stationId: plant.id, name: "Roof", status: "waiting", latitude: 39.4712, longitude: -0.3763 }],
    missingCount: 1,
  });
});

test("a participant from whom the plant hides its contacts sees its approximate place", async () => {
  const plant = await createPlant(engines.db, { latitude: 39.4712, longitude: -0.3763 });
  const { id: accountId } = await createAccount(engines.db);
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId,
    level: "participant",
    invitedBy: plant.ownerId,
  });
  const settings = { participantSees: plantPart.options.filter((part) => part !== "contacts") };
  await sql`update plants set settings = ${JSON.stringify(settings)}::jsonb where id = ${plant.id}`.execute(
    engines.db,
  );
  expect((await mapOf(accountId)).points).toMatchObject([{ latitude: 39.5, longitude: -0.4 }]);
});
