// This file is loaded by the browser: it imports no schema and no library.
import type { DeviceType } from "./device.ts";

/** What the name of a firmware file says. */
export interface FirmwareName {
  readonly type: DeviceType;
  readonly model: string;
  readonly hardware: string;
  readonly version: string;
}

const number = "(?:0|[1-9]\\d{0,4})";
/** The naming standard of R5.9: `TYPE_MODEL_HWx.y_Vmajor.minor.patch.bin`. */
const standard = new RegExp(
  `^(DCON|SCON|MCON|OPT|RSD)_([A-Z0-9][A-Z0-9-]{0,31})_HW(${number}\\.${number})_V(${number}\\.${number}\\.${number})\\.bin$`,
);

/** Reads a file name; undefined when it does not follow the naming standard. */
export function parseFirmwareName(name: string): FirmwareName | undefined {
  const [, type, model, hardware, version] = standard.exec(name) ?? [];
  if (type === undefined || model === undefined || hardware === undefined || version === undefined)
    return undefined;
  return { type: type as DeviceType, model, hardware, version };
}

/** Numbers of a version, in the order of their weight. */
export const versionNumbers = (version: string): readonly number[] => version.split(".").map(Number);

/** First line of a signature file, and of the statement that is signed. */
const STATEMENT = "heliograph-firmware-1";

/** A firmware file as its publisher signed it. */
export interface SignedFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Of the content, in hexadecimal. */
  readonly sha256: string;
}

/**
 * The text that is signed: it binds name (type, model, hardware, version) and content, so that an image cannot be passed
 * off as another one.
 */
export const firmwareStatement = ({ name, sizeBytes, sha256 }: SignedFile): string =>
  `${STATEMENT}\n${name}\n${sizeBytes}\n${sha256}\n`;

/** A signature file: the statement, and below it the signature in base64. */
export const formatSignatureFile = (file: SignedFile, signature: string): string =>
  `${firmwareStatement(file)}${signature}\n`;

/** Reads a signature file; undefined when it is none. */
export function parseSignatureFile(
  text: string,
): { readonly file: SignedFile; readonly signature: string } | undefined {
  const [statement, name, size, sha256, signature, ...rest] = text.trim().split(/\r?\n/);
  if (statement !== STATEMENT || name === undefined || rest.length > 0) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(size ?? "") || !/^[0-9a-f]{64}$/.test(sha256 ?? "")) return undefined;
  // 64 bytes in base64, as the device link sends them.
  if (!/^[A-Za-z0-9+/]{86}==$/.test(signature ?? "")) return undefined;
  return {
    file: { name, sizeBytes: Number(size), sha256: sha256 as string },
    signature: signature as string,
  };
}
