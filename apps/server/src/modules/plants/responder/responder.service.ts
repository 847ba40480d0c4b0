import { createHash, randomBytes } from "node:crypto";
import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { seal, unseal } from "../../../infra/sealed.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { accountScope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { SafetyService } from "../../devices/safety/safety.service.ts";
import type { ServerKeys } from "../../people/identity/server-keys.service.ts";
import type { LayoutService } from "../layouts/layouts.service.ts";
import {
  deleteResponderPage,
  findPageByToken,
  findPlantTitle,
  findResponderPage,
  replaceLink,
  saveResponderPage,
} from "./responder.repository.ts";
import { toResponderView } from "./responder-view.ts";

const TOKEN_BYTES = 32;
const KEY_NAME = "responder-links";

export type ResponderService = ReturnType<typeof createResponderService>;

const isOff = (): AppError => new AppError("A0440", { messageKey: "message.responderOff" });

/** The owner of the plant gave the link: its page reads what the owner sees. */
const toOwnerScope = ({ ownerId, companyId }: { ownerId: string; companyId: string }): Scope =>
  accountScope({
    accountId: ownerId,
    companyId,
    isSuper: false,
    isPlatform: false,
    permissionIds: new Set(),
    jurisdiction: "company",
  });

const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

/** Pages for responders at plants. */
export function createResponderService(deps: {
  db: Db;
  clock: Clock;
  access: Pick<AccessService, "findPlant">;
  serverKeys: ServerKeys;
  safety: Pick<SafetyService, "get">;
  layouts: Pick<LayoutService, "get">;
}) {
  const { db, clock, access, serverKeys, safety, layouts } = deps;
  const now = () => new Date(clock.now());

  async function createLink(): Promise<{ tokenHash: Buffer; tokenSealed: Buffer }> {
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    return { tokenHash: hashToken(token), tokenSealed: seal(await serverKeys.get(KEY_NAME), token) };
  }

  const record = (
    trx: Transaction,
    { scope, address }: Actor,
    { plantId, type, detail }: { plantId: string; type: "on" | "renew" | "off"; detail: object },
  ) =>
    writeAudit(trx, {
      kind: "operation",
      type: `responder.${type}`,
      actorId: scope.accountId,
      companyId: scope.companyId,
      plantId,
      objectType: "station",
      objectId: plantId,
      new: { ...detail },
      address,
    });

  return {
    async settings({ plantId }: PlantAccess): Promise<DataInputOf<typeof endpoints.responder.settings>> {
      const row = await findResponderPage(db, plantId);
      if (row === undefined) return null;
      const { tokenSealed, switchPlaces, contacts, createdAt } = row;
      const token = unseal(await serverKeys.get(KEY_NAME), tokenSealed);
      return { token, switchPlaces, contacts, createdAt: createdAt.toISOString() };
    },

    async save(
      actor: Actor,
      { plantId }: PlantAccess,
      { switchPlaces, contacts }: BodyOf<typeof endpoints.responder.save>,
    ): Promise<void> {
      const link = await createLink();
      await db.transaction().execute(async (trx) => {
        await saveResponderPage(trx, { ...link, plantId, switchPlaces, contacts, now: now() });
        await record(trx, actor, {
          plantId,
          type: "on",
          detail: { switchPlaces, contacts: contacts.length },
        });
      });
    },

    /** A0440 while the page is off. */
    async renew(actor: Actor, { plantId }: PlantAccess): Promise<void> {
      const link = await createLink();
      await db.transaction().execute(async (trx) => {
        if (!(await replaceLink(trx, { ...link, plantId, now: now() }))) throw isOff();
        await record(trx, actor, { plantId, type: "renew", detail: {} });
      });
    },

    async close(actor: Actor, { plantId }: PlantAccess): Promise<void> {
      await db.transaction().execute(async (trx) => {
        if (await deleteResponderPage(trx, plantId))
          await record(trx, actor, { plantId, type: "off", detail: {} });
      });
    },

    /** A0440 for a link that was never given, or no longer works. */
    async read(token: string): Promise<DataInputOf<typeof endpoints.responder.read>> {
      const row = await findPageByToken(db, hashToken(token));
      if (row === undefined) throw isOff();
      const scope = toOwnerScope(row);
      const plant = await access.findPlant(scope, row.plantId);
      if (!plant) throw isOff();
      const [shutdown, layout, title] = await Promise.all([
        safety.get(scope, plant, { withUnits: true }),
        layouts.get(plant),
        findPlantTitle(db, plant.plantId),
      ]);
      const { switchPlaces, contacts } = row;
      return { ...title, ...toResponderView(shutdown, layout), switchPlaces, contacts };
    },
  };
}
