import { createHash } from "node:crypto";
import type { DeviceType } from "@heliograph/contract";
import { FIRMWARE_PART_BYTES, MAX_FIRMWARE_BYTES } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Scope } from "../../base/access/scope.ts";
import { readFirmwareName } from "./firmware-check.ts";
import type { FileRow } from "./uploads.repository.ts";
import {
  countParts,
  deleteOpenBefore,
  deleteOpenBeyond,
  insertFile,
  lockOpenFile,
  readPart,
  writePart,
} from "./uploads.repository.ts";

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;
/** Unpublished files of an account; the oldest are deleted for new ones. */
const MAX_OPEN_PER_ACCOUNT = 5;

const partsOf = (sizeBytes: number): number => Math.ceil(sizeBytes / FIRMWARE_PART_BYTES);

/** Reads the bytes of a file from `from` up to, not including, `to`, a part at a time. */
export async function* readBytes(
  executor: Db | Transaction,
  fileId: string,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const part = Math.floor(at / FIRMWARE_PART_BYTES);
    const offset = at % FIRMWARE_PART_BYTES;
    const length = Math.min(FIRMWARE_PART_BYTES - offset, to - at);
    const bytes = await readPart(executor, { fileId, part, offset, length });
    if (bytes?.length !== length) throw new Error(`part ${part} of firmware file ${fileId} is not complete`);
    yield bytes;
    at += length;
  }
}

/** SHA-256 of a file, in hexadecimal. Throws A0700 when a part is missing. */
export async function hashFile(trx: Transaction, { fileId, sizeBytes }: FileRow): Promise<string> {
  if ((await countParts(trx, fileId)) !== partsOf(sizeBytes))
    throw new AppError("A0700", { messageKey: "file.firmwareIncomplete" });
  const hash = createHash("sha256");
  for await (const bytes of readBytes(trx, fileId, { from: 0, to: sizeBytes })) hash.update(bytes);
  return hash.digest("hex");
}

/** Uploads in parts: a slow connection needs to send only one part without interruption. */
export function createFirmwareUploads({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Throws A0710 or A0700 before any byte of the file is sent. */
    async begin(
      scope: Scope,
      { fileName, sizeBytes }: { fileName: string; sizeBytes: number },
    ): Promise<{ fileId: string; parts: number; partBytes: number; type: DeviceType; version: string }> {
      const { type, version } = readFirmwareName(fileName);
      if (sizeBytes === 0) throw new AppError("A0700", { messageKey: "file.empty" });
      if (sizeBytes > MAX_FIRMWARE_BYTES)
        throw new AppError("A0700", {
          messageKey: "file.tooLarge",
          params: { max: MAX_FIRMWARE_BYTES / MIB },
        });
      const { accountId } = ownAccount(scope);
      const fileId = await db.transaction().execute(async (trx) => {
        await deleteOpenBeyond(trx, { accountId, kept: MAX_OPEN_PER_ACCOUNT - 1 });
        return await insertFile(trx, {
          name: fileName,
          sizeBytes,
          uploadedBy: accountId,
          at: new Date(clock.now()),
        });
      });
      return { fileId, parts: partsOf(sizeBytes), partBytes: FIRMWARE_PART_BYTES, type, version };
    },

    /** Throws A0404 for a file of another account or one that is published, A0700 for a part of a wrong length. */
    async addPart(
      scope: Scope,
      { fileId, part, content }: { fileId: string; part: number; content: Uint8Array },
    ): Promise<void> {
      const { accountId } = ownAccount(scope);
      await db.transaction().execute(async (trx) => {
        const file = await lockOpenFile(trx, { fileId, accountId }, "share");
        if (!file) throw new AppError("A0404");
        const expected = Math.min(FIRMWARE_PART_BYTES, file.sizeBytes - part * FIRMWARE_PART_BYTES);
        if (content.byteLength !== expected) throw new AppError("A0700", { messageKey: "file.firmwarePart" });
        await writePart(trx, { fileId, part, content });
      });
    },

    /** Deletes files that were not published within a day. */
    sweep: (): Promise<void> => deleteOpenBefore(db, new Date(clock.now() - DAY_MS)),
  };
}
