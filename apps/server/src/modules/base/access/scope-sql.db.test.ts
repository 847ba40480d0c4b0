import { plantPart } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createGrant,
  createPlant,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import { findPlantAccess } from "./access.repository.ts";
import { createAccessService } from "./access.service.ts";
import { isLevelEnough } from "./plant-access.ts";
import { accountScope, anonymousScope } from "./scope.ts";
import {
  hiddenParts,
  listedInScope,
  plantsInScope,
  plantsToAdminister,
  plantsToOperate,
} from "./scope-sql.ts";

let engines: TestEngines;

beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

type AccountOfScope = { id: string; companyId: string };

const scopeOf = (account: AccountOfScope, more: { isPlatform?: boolean; jurisdiction?: "plants" } = {}) =>
  accountScope({
    accountId: account.id,
    companyId: account.companyId,
    sessionId: account.id,
    isSuper: false,
    isPlatform: false,
    permissionIds: new Set(),
    jurisdiction: "company",
    ...more,
  });

async function createPlants() {
  const { db } = engines;
  const upper = await createCompany(db);
  const company = await createCompany(db, { upstreamId: upper.id });
  const installer = await createCompany(db);
  const plant = await createPlant(db, { companyId: company.id, installerCompanyId: installer.id });
  const other = await createPlant(db, { ownerId: plant.ownerId, visibility: "public" });
  await sql`update plants set settings = '{"participantSees": ["energy"]}' where id = ${plant.id}`.execute(
    db,
  );
  const guest = await createAccount(db);
  const grant = { plantId: plant.id, accountId: guest.id, invitedBy: plant.ownerId };
  await createGrant(db, { ...grant, level: "participant" });
  const limited = await createAccount(db, { companyId: company.id, plantIds: [plant.id] });
  const above = await createAccount(db, { companyId: upper.id });
  const fitter = await createAccount(db, { companyId: installer.id });
  const platform = await ensurePlatform(db);
  const operator = await createAccount(db, platform);
  return {
    plants: [plant.id, other.id],
    scopes: {
      owner: scopeOf({ id: plant.ownerId, companyId: plant.companyId }),
      guest: scopeOf({ id: guest.id, companyId: (await createCompany(db)).id }),
      limited: scopeOf({ id: limited.id, companyId: company.id }, { jurisdiction: "plants" }),
      above: scopeOf({ id: above.id, companyId: upper.id }),
      installer: scopeOf({ id: fitter.id, companyId: installer.id }),
      operator: scopeOf({ id: operator.id, companyId: platform.companyId }, { isPlatform: true }),
      anonymous: anonymousScope(guest.id),
    },
  };
}

it("finds the same plants by indexes as by the condition on each plant, whole and by part", async () => {
  const { plants, scopes } = await createPlants();
  const find = async (condition: RawBuilder<boolean>) => {
    const { rows } = await sql<{ id: string }>`
      select p.id from plants p where p.id = any(${plants}::uuid[]) and ${condition}`.execute(engines.db);
    return rows.map(({ id }) => plants.indexOf(id)).sort();
  };
  const found: Record<string, number[]> = {};
  for (const [name, scope] of Object.entries(scopes)) {
    found[name] = await find(listedInScope(scope));
    for (const part of [undefined, ...plantPart.options])
      expect(await find(listedInScope(scope, part))).toEqual(await find(plantsInScope(scope, part)));
  }
  expect(found).toEqual({
    owner: [0, 1],
    guest: [0],
    limited: [0],
    above: [0, 1],
    installer: [0],
    operator: [0, 1],
    anonymous: [1],
  });
});

it("finds the plants that many accounts may operate as it does for each of them", async () => {
  const { db } = engines;
  const { plants, scopes } = await createPlants();
  const [plantId = ""] = plants;
  const guests: Record<string, string> = {};
  for (const [name, grant] of [
    ["operating", { level: "participant", mayOperate: true }],
    ["administrator", { level: "administrator" }],
    ["ended", { level: "administrator", endsAt: new Date(0) }],
  ] as const) {
    const { id } = await createAccount(db);
    await createGrant(db, { plantId, accountId: id, invitedBy: scopes.owner.accountId ?? "", ...grant });
    guests[name] = id;
  }
  const accountIds = [
    ...Object.values(scopes).flatMap(({ accountId }) => accountId ?? []),
    ...Object.values(guests),
  ];
  const check = async () => {
    const found = await createAccessService({ db }).listOperablePlants(accountIds);
    const indexesOf = (id = "") =>
      plants.flatMap((plant, index) => (found.get(id)?.has(plant) ? [index] : []));
    for (const scope of Object.values(scopes)) {
      if (scope.kind !== "account") continue;
      const { rows } = await sql<{ id: string }>`
        select p.id from plants p where p.id = any(${plants}::uuid[]) and ${plantsToOperate(scope)}`.execute(
        db,
      );
      expect(indexesOf(scope.accountId)).toEqual(rows.map(({ id }) => plants.indexOf(id)).sort());
    }
    return Object.fromEntries(Object.entries(guests).map(([name, id]) => [name, indexesOf(id)]));
  };
  expect(await check()).toEqual({ operating: [0], administrator: [0], ended: [] });
  await sql`update plants set settings = '{"participantsOperate": false}' where id = ${plantId}`.execute(db);
  expect(await check()).toEqual({ operating: [], administrator: [0], ended: [] });
});

it("lets those administer a plant whose level says so, as for one plant", async () => {
  const { db } = engines;
  const { plants, scopes } = await createPlants();
  const guest = await createAccount(db);
  const grant = { plantId: plants[1] ?? "", accountId: guest.id, invitedBy: scopes.owner.accountId ?? "" };
  await createGrant(db, { ...grant, level: "administrator" });
  const found: Record<string, number[]> = {};
  for (const [name, scope] of Object.entries({ ...scopes, administrator: scopeOf(guest) })) {
    const { rows } = await sql<{ id: string }>`
      select p.id from plants p where p.id = any(${plants}::uuid[]) and ${plantsToAdminister(scope)}`.execute(
      db,
    );
    found[name] = rows.map(({ id }) => plants.indexOf(id)).sort();
    for (const [index, plantId] of plants.entries()) {
      const access = await findPlantAccess(db, scope, plantId);
      const isEnough = access !== undefined && isLevelEnough(access, "administer");
      expect(found[name].includes(index)).toBe(isEnough);
    }
  }
  expect(found).toMatchObject({
    owner: [0, 1],
    guest: [],
    installer: [],
    operator: [0, 1],
    administrator: [1],
  });
});

it("hides no part from the platform operator, and from a participant what the plant's settings say", async () => {
  const { plants, scopes } = await createPlants();
  const hidden = async (scope: (typeof scopes)[keyof typeof scopes]) => {
    const { rows } = await sql<{ parts: string[] }>`
      select ${hiddenParts(scope)} as parts from plants p where p.id = ${plants[0]}`.execute(engines.db);
    return rows[0]?.parts;
  };
  expect(await hidden(scopes.operator)).toEqual([]);
  expect(await hidden(scopes.guest)).toEqual(plantPart.options.filter((part) => part !== "energy"));
});
