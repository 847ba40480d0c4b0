import type { FirmwareName, MessageKey, MessageParams, SignedFile } from "@heliograph/contract";
import { parseFirmwareName, parseSignatureFile } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { FirmwareKey } from "./firmware-keys.service.ts";
import { findSigner } from "./firmware-keys.service.ts";

/** What the publisher entered. */
interface Entered {
  readonly type: string;
  readonly version: string;
  readonly signature: string;
}

export interface VerifiedFirmware extends FirmwareName {
  readonly signature: string;
  readonly signedBy: string;
}

function refuse(
  code: "A0700" | "A0710",
  field: { path: keyof Entered; key: MessageKey; params?: MessageParams },
): never {
  const { key, params } = field;
  throw new AppError(code, { fields: [field], messageKey: key, ...(params && { params }) });
}

/** Reads the name of a file. Throws A0710 unless it follows the naming standard. */
export function readFirmwareName(name: string): FirmwareName {
  const parsed = parseFirmwareName(name);
  if (!parsed) throw new AppError("A0710");
  return parsed;
}

/**
 * Verifies a complete file against what its publisher entered. Throws A0710 or A0700 with the reason. The content is compared
 * with the signed statement first, so that a damaged file and an unknown key have different messages.
 */
export function verifyFirmware(
  file: SignedFile,
  entered: Entered,
  keys: readonly FirmwareKey[],
): VerifiedFirmware {
  const name = readFirmwareName(file.name);
  const { type, version } = name;
  if (entered.type !== type)
    refuse("A0710", { path: "type", key: "field.firmwareOtherType", params: { type } });
  if (entered.version !== version)
    refuse("A0710", { path: "version", key: "field.firmwareOtherVersion", params: { version } });
  if (entered.signature.trim() === "") refuse("A0700", { path: "signature", key: "field.firmwareUnsigned" });
  const signed = parseSignatureFile(entered.signature);
  if (!signed) refuse("A0700", { path: "signature", key: "field.firmwareSignature" });
  if (signed.file.name !== file.name)
    refuse("A0700", {
      path: "signature",
      key: "field.firmwareOtherFile",
      params: { name: signed.file.name },
    });
  if (signed.file.sizeBytes !== file.sizeBytes)
    refuse("A0700", {
      path: "signature",
      key: "field.firmwareTruncated",
      params: { size: file.sizeBytes, signed: signed.file.sizeBytes },
    });
  if (signed.file.sha256 !== file.sha256)
    refuse("A0700", { path: "signature", key: "field.firmwareModified" });
  if (keys.length === 0) throw new AppError("A0700", { messageKey: "message.firmwareNoKeys" });
  const signer = findSigner(keys, file, signed.signature);
  if (!signer) refuse("A0700", { path: "signature", key: "field.firmwareUntrusted" });
  return { ...name, signature: signed.signature, signedBy: signer.name };
}
