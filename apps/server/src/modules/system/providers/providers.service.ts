import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { createSharedValue } from "../../../infra/shared-value.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { PictureService } from "../../base/pictures/pictures.service.ts";
import type { ProviderFields } from "./providers.repository.ts";
import {
  deleteProviderRow,
  findProviderForUpdate,
  insertProvider,
  listProviderRows,
  lockProviders,
  updateProviderRow,
  writeOrder,
} from "./providers.repository.ts";

type Fields = BodyOf<typeof endpoints.provider.add>;
type Change = BodyOf<typeof endpoints.provider.update>;

const MAX_PROVIDERS = 200;
const purpose = "provider-qr" as const;

const toFields = ({ countryOrRegion, serviceEmail, qrPictureId, text }: ProviderFields): ProviderFields => ({
  countryOrRegion,
  serviceEmail,
  qrPictureId,
  text,
});

/** Contacts of service providers (R3.16): managed by the platform, visible to everyone. */
export function createProviderService(deps: { db: Db; bus: Bus; clock: Clock; pictures: PictureService }) {
  const { db, bus, clock, pictures } = deps;
  const shown = createSharedValue({
    bus,
    clock,
    subject: "providers.changed",
    load: () => listProviderRows(db),
  });

  function audit(
    trx: Transaction,
    { scope, address }: Actor,
    entry: {
      verb: "add" | "update" | "delete" | "sort";
      objectId?: string;
      original?: unknown;
      new?: unknown;
    },
  ): Promise<void> {
    const { verb, ...rest } = entry;
    return writeAudit(trx, {
      kind: "operation",
      type: `provider.${verb}`,
      actorId: scope.accountId,
      companyId: scope.companyId,
      objectType: "provider",
      ...rest,
      method: "api",
      address,
    });
  }

  /** Claims the new picture and releases the previous one; returns the picture to remove after the commit. */
  async function exchangePicture(
    trx: Transaction,
    scope: Scope,
    { from, to }: { from: string | null; to: string | null },
  ): Promise<string | null> {
    if (from === to) return null;
    if (to !== null && !(await pictures.claim(trx, scope, { pictureId: to, purpose })))
      throw new AppError("A0440", { messageKey: "field.pictureGone" });
    if (from !== null) await pictures.release(trx, from);
    return from;
  }

  /** Commits, invalidates the list in every process, and then removes a picture that is no longer used. */
  async function change<T>(
    action: (trx: Transaction) => Promise<{ data: T; unused?: string | null }>,
  ): Promise<T> {
    const { data, unused } = await db.transaction().execute(action);
    shown.invalidate();
    if (unused) await pictures.removeReleased(unused);
    return data;
  }

  return {
    async list() {
      const rows = await listProviderRows(db);
      return { rows, total: rows.length };
    },

    /** The contacts as shown to everyone; cached. */
    async listPublic() {
      const rows = await shown.get();
      return { rows, total: rows.length };
    },

    uploadPicture: (scope: Scope, file: Uint8Array) => pictures.upload(scope, purpose, file),

    add: (actor: Actor, body: Fields) =>
      change(async (trx) => {
        await lockProviders(trx);
        const { length } = await listProviderRows(trx);
        if (length >= MAX_PROVIDERS)
          throw new AppError("A0400", { messageKey: "field.tooMany", params: { max: MAX_PROVIDERS } });
        const fields = toFields(body);
        await exchangePicture(trx, actor.scope, { from: null, to: fields.qrPictureId });
        const providerId = await insertProvider(trx, fields, length + 1);
        await audit(trx, actor, { verb: "add", objectId: providerId, new: fields });
        return { data: { providerId } };
      }),

    update: (actor: Actor, { providerId, revision, ...body }: Change) =>
      change(async (trx) => {
        const before = await findProviderForUpdate(trx, providerId);
        if (!before) throw new AppError("A0404");
        if (before.revision !== revision) throw new AppError("A0440");
        const fields = applyChange(toFields(before), body);
        if (isUnchanged(toFields(before), fields)) return { data: { providerId } };
        const unused = await exchangePicture(trx, actor.scope, {
          from: before.qrPictureId,
          to: fields.qrPictureId,
        });
        await updateProviderRow(trx, providerId, fields);
        await audit(trx, actor, {
          verb: "update",
          objectId: providerId,
          original: toFields(before),
          new: fields,
        });
        return { data: { providerId }, unused };
      }),

    delete: (actor: Actor, { providerId }: { providerId: string }) =>
      change(async (trx) => {
        await lockProviders(trx);
        const before = await findProviderForUpdate(trx, providerId);
        if (!before) throw new AppError("A0404");
        await deleteProviderRow(trx, providerId);
        await writeOrder(
          trx,
          (await listProviderRows(trx)).map((row) => row.providerId),
        );
        if (before.qrPictureId !== null) await pictures.release(trx, before.qrPictureId);
        await audit(trx, actor, { verb: "delete", objectId: providerId, original: toFields(before) });
        return { data: null, unused: before.qrPictureId };
      }),

    sort: (actor: Actor, { providerIds }: { providerIds: readonly string[] }) =>
      change(async (trx) => {
        await lockProviders(trx);
        const before = (await listProviderRows(trx)).map((row) => row.providerId);
        const isSame =
          before.length === providerIds.length && new Set(providerIds).isSupersetOf(new Set(before));
        // A contact was added or removed since, so the requested order is incomplete.
        if (!isSame) throw new AppError("A0440");
        await writeOrder(trx, providerIds);
        await audit(trx, actor, { verb: "sort", original: before, new: providerIds });
        return { data: null };
      }),
  };
}

export type ProviderService = ReturnType<typeof createProviderService>;
