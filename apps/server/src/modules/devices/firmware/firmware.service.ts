import type { BodyOf, DataInputOf, endpoints, FirmwarePermission, QueryOf } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { FileRanges } from "../../base/access/file-response.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { AuditEntry } from "../../base/audit/audit.service.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { FirmwareAccess, FirmwareRow, NewFirmware } from "./firmware.repository.ts";
import * as repository from "./firmware.repository.ts";
import { verifyFirmware } from "./firmware-check.ts";
import type { FirmwareKey } from "./firmware-keys.service.ts";
import { lockOpenFile } from "./uploads.repository.ts";
import { createFirmwareUploads, hashFile, readBytes } from "./uploads.ts";

const accessOf = ({ permissionIds }: Scope): FirmwareAccess => ({
  isInternalVisible: permissionIds.has("firmware:internal"),
});

/** What the log records of a firmware. */
const toLogged = ({
  name,
  version,
  permission,
  releaseNotes,
  sizeBytes,
  sha256,
  signedBy,
}: NewFirmware | FirmwareRow) => ({
  name,
  version,
  permission,
  releaseNotes,
  sizeBytes,
  sha256,
  signedBy,
});

/** The firmware store: publication, lists, changes, downloads. */
export function createFirmwareService({
  db,
  clock,
  listKeys,
}: {
  db: Db;
  clock: Clock;
  /** Keys whose signatures are accepted. */
  listKeys: () => readonly FirmwareKey[];
}) {
  const uploads = createFirmwareUploads({ db, clock });

  function audit(
    { scope, address }: Actor,
    objectId: string,
    entry: Pick<AuditEntry, "type" | "original" | "new">,
  ): AuditEntry {
    const { accountId: actorId, companyId } = scope;
    return { kind: "operation", ...entry, actorId, companyId, objectType: "firmware", objectId, address };
  }

  /** Throws A0300 for internal firmware of a caller who cannot see internal firmware. */
  function checkPermission(scope: Scope, permission: FirmwarePermission): void {
    if (permission === "internal" && !accessOf(scope).isInternalVisible) throw new AppError("A0300");
  }

  async function refuseOlder(
    trx: Transaction,
    firmware: Parameters<typeof repository.findNewerVersion>[1],
    exceptId: string | null = null,
  ): Promise<void> {
    const version = await repository.findNewerVersion(trx, firmware, exceptId);
    if (version !== undefined)
      throw new AppError("A0440", { messageKey: "message.firmwareOlder", params: { version } });
  }

  async function getFirmware(
    executor: Db | Transaction,
    scope: Scope,
    firmwareId: string,
  ): Promise<FirmwareRow> {
    const firmware = await repository.findFirmware(executor, firmwareId, accessOf(scope));
    if (!firmware) throw new AppError("A0404");
    return firmware;
  }

  return {
    beginUpload: uploads.begin,
    addPart: uploads.addPart,
    sweep: uploads.sweep,

    async list(
      scope: Scope,
      query: QueryOf<typeof endpoints.firmware.list>,
    ): Promise<DataInputOf<typeof endpoints.firmware.list>> {
      const { rows, total } = await repository.listFirmwareRows(db, query, accessOf(scope));
      return { rows: rows.map((row) => ({ ...row, uploadedAt: row.uploadedAt.toISOString() })), total };
    },

    /** Throws A0700, A0710 or A0440 with the reason why the file is not published. */
    async publish(
      actor: Actor,
      body: BodyOf<typeof endpoints.firmware.publish>,
    ): Promise<{ firmwareId: string }> {
      const { accountId } = ownAccount(actor.scope);
      const { fileId, permission, releaseNotes } = body;
      checkPermission(actor.scope, permission);
      return await db.transaction().execute(async (trx) => {
        const file = await lockOpenFile(trx, { fileId, accountId }, "update");
        if (!file) throw new AppError("A0404");
        const { name, sizeBytes } = file;
        const sha256 = await hashFile(trx, file);
        const verified = verifyFirmware({ name, sizeBytes, sha256 }, body, listKeys());
        const firmware = { ...verified, fileId, name, sizeBytes, sha256, permission, releaseNotes };
        await repository.lockFirmware(trx);
        await refuseOlder(trx, firmware);
        const published = { publisherId: accountId, at: new Date(clock.now()) };
        const firmwareId = await repository.insertFirmware(trx, firmware, published);
        await writeAudit(
          trx,
          audit(actor, firmwareId, { type: "firmware.publish", new: toLogged(firmware) }),
        );
        return { firmwareId };
      });
    },

    /** Throws A0440 when it has changed since `revision`, or when a newer version has the new permission already. */
    async update(actor: Actor, body: BodyOf<typeof endpoints.firmware.update>): Promise<void> {
      const { firmwareId, revision } = body;
      await db.transaction().execute(async (trx) => {
        await repository.lockFirmware(trx);
        const before = await getFirmware(trx, actor.scope, firmwareId);
        if (before.revision !== revision) throw new AppError("A0440");
        const after = applyChange(before, body);
        if (isUnchanged(before, after)) return;
        checkPermission(actor.scope, after.permission);
        if (after.permission !== before.permission) await refuseOlder(trx, after, firmwareId);
        await repository.updateFirmwareRow(trx, firmwareId, after);
        const entry = { type: "firmware.update", original: toLogged(before), new: toLogged(after) } as const;
        await writeAudit(trx, audit(actor, firmwareId, entry));
      });
    },

    /** Throws A0440 while a campaign sends it to devices. */
    async remove(actor: Actor, firmwareId: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await repository.lockFirmware(trx);
        const before = await getFirmware(trx, actor.scope, firmwareId);
        if (await repository.isBeingUpgraded(trx, firmwareId))
          throw new AppError("A0440", { messageKey: "message.firmwareInUse" });
        await repository.deleteFirmwareRow(trx, before);
        await writeAudit(
          trx,
          audit(actor, firmwareId, { type: "firmware.delete", original: toLogged(before) }),
        );
      });
    },

    /** A firmware that is visible to the caller, locked against its deletion until the transaction ends. */
    async lockForUpgrade(trx: Transaction, scope: Scope, firmwareId: string): Promise<FirmwareRow> {
      await repository.lockFirmwareRow(trx, firmwareId);
      return await getFirmware(trx, scope, firmwareId);
    },

    /** Bytes of a file that is sent to devices; whether a device may have it is decided by its campaign. */
    async readImage(fileId: string, range: { from: number; to: number }): Promise<Buffer> {
      const parts: Buffer[] = [];
      for await (const bytes of readBytes(db, fileId, range)) parts.push(bytes);
      return Buffer.concat(parts);
    },

    /** The file of a firmware, of which any range can be read. Throws A0404 for internal firmware without the permission. */
    async getFile(scope: Scope, firmwareId: string): Promise<FileRanges> {
      const { fileId, name, sizeBytes, sha256 } = await getFirmware(db, scope, firmwareId);
      return {
        fileName: name,
        contentType: "application/octet-stream",
        sizeBytes,
        // Names the content: another version of a file is another firmware.
        etag: `"${sha256}"`,
        read: (range) => readBytes(db, fileId, range),
      };
    },
  };
}

export type FirmwareService = ReturnType<typeof createFirmwareService>;
