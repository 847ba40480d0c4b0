// Verifies files of the safety ledger the same way in a browser and at a terminal, without a server.

/** A row of the ledger as it is in a file. `detail` is the text that the hash covers. */
export interface FileLedgerRow {
  readonly number: number;
  readonly operationId: string | null;
  readonly at: string;
  readonly kind: string;
  readonly actorId: string | null;
  /** Name at the time of the download; not covered by the hash. */
  readonly actorName: string | null;
  readonly address: string;
  readonly detail: string;
  /** SHA-256 in hex. */
  readonly hash: string;
}

/** A part of a plant's ledger: consecutive rows and the hash before the first. */
export interface FileLedger {
  readonly previousHash: string;
  readonly rows: readonly FileLedgerRow[];
}

interface SignedContent {
  readonly plant: { readonly stationId: string };
  readonly ledger: FileLedger;
}

/** A signed file: Ed25519 over the UTF-8 text of `content` as JSON without white space. */
export interface SignedRecord<Content extends SignedContent = SignedContent> {
  readonly format: typeof SIGNED_RECORD_FORMAT;
  readonly content: Content;
  /** 32 bytes in base64. */
  readonly publicKey: string;
  /** 64 bytes in base64. */
  readonly signature: string;
}

export const SIGNED_RECORD_FORMAT = "heliograph-safety-1";

/** What is wrong with a file; `row` is the number of the first ledger row whose hash does not match. */
export type RecordVerdict =
  | { readonly isValid: true; readonly publicKey: string; readonly rows: number }
  | { readonly isValid: false; readonly reason: "format" | "signature" }
  | { readonly isValid: false; readonly reason: "chain"; readonly row: number };

/** The text that is signed. */
export const signedText = (content: SignedContent): string => JSON.stringify(content);

const toBytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const toHex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 over the hash before the row and its canonical text. */
async function hashFileRow(plantId: string, previous: string, row: FileLedgerRow): Promise<string> {
  const { number, operationId, at, kind, actorId, address, detail } = row;
  const values = [String(number), plantId, operationId, at, kind, actorId, address, detail];
  const text = new TextEncoder().encode(JSON.stringify(values));
  const before = fromHex(previous);
  const bytes = new Uint8Array(before.length + text.length);
  bytes.set(before);
  bytes.set(text, before.length);
  return toHex(await crypto.subtle.digest("SHA-256", bytes));
}

async function findBrokenRow({ plant, ledger }: SignedContent): Promise<number | undefined> {
  let hash = ledger.previousHash;
  let number: number | undefined;
  for (const row of ledger.rows) {
    hash = await hashFileRow(plant.stationId, hash, row);
    if (hash !== row.hash || (number !== undefined && row.number !== number + 1)) return row.number;
    number = row.number;
  }
  return undefined;
}

function readRecord(text: string): SignedRecord | undefined {
  try {
    const file = JSON.parse(text) as SignedRecord;
    const { format, content, publicKey, signature } = file;
    const isRecord =
      format === SIGNED_RECORD_FORMAT &&
      [publicKey, signature, content.plant.stationId, content.ledger.previousHash].every(
        (part) => typeof part === "string",
      ) &&
      content.ledger.rows.every(({ hash, number }) => typeof hash === "string" && Number.isInteger(number));
    return isRecord ? file : undefined;
  } catch {
    // Any other file.
    return undefined;
  }
}

async function isSigned({ content, publicKey, signature }: SignedRecord): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", toBytes(publicKey), "Ed25519", false, ["verify"]);
    const bytes = new TextEncoder().encode(signedText(content));
    return await crypto.subtle.verify("Ed25519", key, toBytes(signature), bytes);
  } catch {
    // No base64, or no key.
    return false;
  }
}

/** Verifies signature and hash chain of a file; whose key it is has to be compared by the caller. */
export async function verifyRecord(text: string): Promise<RecordVerdict> {
  const file = readRecord(text);
  if (file === undefined) return { isValid: false, reason: "format" };
  const row = await findBrokenRow(file.content);
  if (row !== undefined) return { isValid: false, reason: "chain", row };
  if (!(await isSigned(file))) return { isValid: false, reason: "signature" };
  return { isValid: true, publicKey: file.publicKey, rows: file.content.ledger.rows.length };
}
