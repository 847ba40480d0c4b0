import { createHash, createPublicKey, verify } from "node:crypto";
import type { FirmwareName } from "@heliograph/contract";
import { firmwareStatement, parseFirmwareName, versionNumbers } from "@heliograph/contract";
import type { OtaJob, ReplyCode } from "@heliograph/protocol";

/** Start of every Ed25519 public key in DER, before its 32 bytes (RFC 8410). */
const DER_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** A unit as its firmware is judged. */
export interface FirmwareUnit {
  readonly unit: number;
  readonly type: string;
  readonly model: string;
  readonly hw: string;
  readonly sw: string;
}

function isSigned({ name, size, sha256, signature }: OtaJob, keys: readonly string[]): boolean {
  const statement = Buffer.from(firmwareStatement({ name, sizeBytes: size, sha256 }));
  return keys.some((key) => {
    const der = Buffer.concat([DER_PREFIX, Buffer.from(key, "base64")]);
    const publicKey = createPublicKey({ key: der, format: "der", type: "spki" });
    return verify(null, statement, publicKey, Buffer.from(signature, "base64"));
  });
}

/**
 * What the name of a job's image says, which is signed together with its content; the rest of the job is not. Undefined
 * unless one of the keys signed it and the job says the same.
 */
export function readSignedName(job: OtaJob, keys: readonly string[]): FirmwareName | undefined {
  const named = parseFirmwareName(job.name);
  if (named === undefined || named.type !== job.type || named.version !== job.version) return undefined;
  return isSigned(job, keys) ? named : undefined;
}

/** Whether a version is newer than another one; one that is not made of numbers is older than all. */
function isNewer(version: string, than: string): boolean {
  const [mine, others] = [versionNumbers(version), versionNumbers(than)];
  if (others.some(Number.isNaN)) return true;
  for (let index = 0; index < Math.max(mine.length, others.length); index++) {
    const difference = (mine[index] ?? 0) - (others[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

/** Whether a unit takes an image: it is of its type, model and hardware, and newer than what the unit runs. */
export function judgeUnit(unit: FirmwareUnit | undefined, image: FirmwareName): ReplyCode {
  if (unit === undefined) return "E_TYPE";
  const isSame = unit.type === image.type && unit.model === image.model && unit.hw === image.hardware;
  if (!isSame) return "E_TYPE";
  return isNewer(image.version, unit.sw) ? 0 : "E_RANGE";
}

/** Whether the bytes that arrived are those that were signed. */
export const isIntact = (bytes: Uint8Array, sha256: string): boolean =>
  createHash("sha256").update(bytes).digest("hex") === sha256;
