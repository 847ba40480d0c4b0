import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  createAccount,
  createCompany,
  createGrant,
  createPlant,
  createSession,
} from "../../../../test/fixtures.ts";
import { plantBody } from "../../../../test/plant-body.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const { db } = engines;

async function signIn(accountId: string) {
  const { authorization } = await createSession(db, { accountId });
  const read = async (stationId: string) => {
    const query = { stationId };
    return (await server.call("GET", "/workData/powerStation/detail", { authorization, query })).envelope;
  };
  const post = async (path: string, body: object) =>
    (await server.call("POST", `/workData/powerStation/${path}`, { authorization, body })).envelope;
  return {
    read,
    add: (body: object) => post("add", { ...plantBody, ...body }),
    update: async (stationId: string, body: object) => {
      const { revision } = (await read(stationId)).data;
      return await post("update", { stationId, revision, ...body });
    },
  };
}

/** An owner, a company below the owner's, and an account of that. */
async function createInstaller() {
  const owner = await createAccount(db);
  const installer = await createCompany(db, { upstreamId: owner.companyId, name: "Bright Roofs" });
  const engineer = await createAccount(db, { companyId: installer.id });
  return { owner, installer, engineer };
}

test("a company named as installer gets access to the plant, and loses it when it is removed", async () => {
  const { owner, installer, engineer } = await createInstaller();
  const plant = await createPlant(db, { ownerId: owner.id });
  const [asOwner, asEngineer] = [await signIn(owner.id), await signIn(engineer.id)];
  expect((await asEngineer.read(plant.id)).code).toBe("A0404");

  expect((await asOwner.update(plant.id, { installerCompanyId: installer.id })).code).toBe("0");
  expect((await asOwner.read(plant.id)).data).toMatchObject({
    installerCompanyId: installer.id,
    installerCompanyName: "Bright Roofs",
  });
  expect((await asEngineer.read(plant.id)).data).toMatchObject({ level: "installer", mayEdit: false });
  const { rows } = await sql<{ original: object; new: object }>`
    select original, new from audit where plant_id = ${plant.id} and type = 'station.update'`.execute(db);
  expect(rows).toEqual([
    { original: { installerCompanyId: null }, new: { installerCompanyId: installer.id } },
  ]);

  expect((await asOwner.update(plant.id, { installerCompanyId: null })).code).toBe("0");
  expect((await asEngineer.read(plant.id)).code).toBe("A0404");
});

test("a new plant has its installer company from the start", async () => {
  const { owner, installer, engineer } = await createInstaller();
  const { data } = await (await signIn(owner.id)).add({ installerCompanyId: installer.id });
  expect((await (await signIn(engineer.id)).read(data.stationId)).data.level).toBe("installer");
});

test("refuses a company that the caller does not see as one that does not exist, and callers who may not share", async () => {
  const { owner, installer } = await createInstaller();
  const plant = await createPlant(db, { ownerId: owner.id });
  const stranger = await createCompany(db);
  const asOwner = await signIn(owner.id);
  for (const installerCompanyId of [stranger.id, crypto.randomUUID()]) {
    expect((await asOwner.update(plant.id, { installerCompanyId })).code).toBe("A0404");
    expect((await asOwner.add({ installerCompanyId })).code).toBe("A0404");
  }
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${owner.companyId}, customer_type_id, 'Editor', array_remove(permission_ids, 'station:share')
    from roles where code = 'owner' returning id`.execute(db);
  const administrator = await createAccount(db, { roleId: rows[0]?.id as string });
  const grant = { plantId: plant.id, accountId: administrator.id, level: "administrator" as const };
  await createGrant(db, { ...grant, invitedBy: owner.id });
  const asAdministrator = await signIn(administrator.id);
  expect((await asAdministrator.update(plant.id, { name: "Other" })).code).toBe("0");
  expect((await asAdministrator.update(plant.id, { installerCompanyId: installer.id })).code).toBe("A0300");
});
