import type { Argon2Parameters } from "node:crypto";
import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

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
    // One form for characters that can be typed in two (é), so that every keyboard makes the same bytes.
    message: Buffer.from(password.normalize("NFC"), "utf8"),
    nonce,
    parallelism: cost.lanes,
    tagLength,
    memory: cost.memoryKib,
    passes: cost.passes,
  };
  return await hashAsync("argon2id", parameters);
}

/** argon2id as a PHC string: algorithm, version, cost, nonce, tag. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, currentCost);
  const { memoryKib, passes, lanes } = currentCost;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${toBase64(nonce)}$${toBase64(tag)}`;
}

/** `isOutdated`: the password is right, and its hash was made at another cost than today's. */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ isRight: boolean; isOutdated: boolean }> {
  const parts = phc.exec(stored);
  if (!parts) throw new Error("a stored password is no argon2id PHC string");
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

// Nobody knows the password of this hash: it makes an unknown account cost what a known one costs.
const nobodysHash = hashPassword(randomBytes(32).toString("hex"));

export async function verifyAgainstNobody(password: string): Promise<void> {
  await verifyPassword(password, await nobodysHash);
}
