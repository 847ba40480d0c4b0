import type { Argon2Parameters } from "node:crypto";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "../../../errors.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import { writePasswordHash } from "../accounts/password-hashes.service.ts";
import { isCommonPassword } from "./passwords/common-passwords.ts";
import { deleteSecondSteps } from "./sign-in/second-steps.repository.ts";

const hashAsync = promisify(argon2);

interface Cost {
  memoryKib: number;
  passes: number;
  lanes: number;
}

// OWASP's smallest recommended setting (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane.
const currentCost: Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const tagLength = 32;
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function toBase64(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

async function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  const parameters: Argon2Parameters = {
    // One form for characters that can be typed in two (é), so that every keyboard produces the same bytes.
    message: Buffer.from(password.normalize("NFC"), "utf8"),
    nonce,
    parallelism: cost.lanes,
    tagLength,
    memory: cost.memoryKib,
    passes: cost.passes,
  };
  return await hashAsync("argon2id", parameters);
}

/** Hashes a password with argon2id into a PHC string: algorithm, version, cost, nonce, tag. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, currentCost);
  const { memoryKib, passes, lanes } = currentCost;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/** Compares a password with a stored hash. `isOutdated`: it is right, and its hash has another cost than the current one. */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const parts = phc.exec(stored);
  if (!parts) throw new Error("the stored password is not an argon2id PHC string");
  const [, memory, passes, lanes, nonce, tag] = parts as unknown as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const cost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  const derived = await derive(password, Buffer.from(nonce, "base64"), cost);
  const isRight = timingSafeEqual(derived, Buffer.from(tag, "base64"));
  const isSame =
    cost.memoryKib === currentCost.memoryKib &&
    cost.passes === currentCost.passes &&
    cost.lanes === currentCost.lanes;
  return { isRight, isOutdated: isRight && !isSame };
}

const unknownAccountHash = hashPassword(randomBytes(32).toString("hex"));

/** Takes as long as `verifyPassword`, so that response times do not reveal whether an account exists. */
export async function verifyUnknownAccount(password: string): Promise<void> {
  await verifyPassword(password, await unknownAccountHash);
}

/** Throws A0400 for a password among the first that an attacker would try; `path` names its field in the request. */
export function checkNotCommon(password: string, path = "password"): void {
  if (isCommonPassword(password))
    throw new AppError("A0400", { fields: [{ path, key: "field.commonPassword" }] });
}

/** Sets another password; a sign-in that waits for its second factor must start again. */
export async function setPasswordHash(trx: Transaction, accountId: string, hash: string): Promise<void> {
  await writePasswordHash(trx, accountId, hash);
  await deleteSecondSteps(trx, accountId);
}
