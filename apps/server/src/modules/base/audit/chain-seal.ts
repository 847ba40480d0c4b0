import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { ChainEnd } from "./chain.repository.ts";

// The end of the chain is also recorded outside the database: a user who can write there still cannot truncate or rewrite
// the chain without a mismatch with these files.

const KEY_BYTES = 32;

async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** After a power failure, either the old or the new file exists. */
async function writeAtomically(path: string, content: string): Promise<void> {
  // A name of its own: another process that seals at the same time writes its own draft.
  const draft = `${path}.${randomUUID()}.new`;
  const handle = await open(draft, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, path);
}

/** Key and last recorded end of the chain in the data folder. */
export function createChainSeal({ dataFolder }: { dataFolder: string }) {
  const folder = join(dataFolder, "audit");
  const keyPath = join(folder, "key");
  const headPath = join(folder, "head.json");
  let key: Buffer | undefined;

  async function findKey(): Promise<Buffer | undefined> {
    const text = key === undefined ? await readOptional(keyPath) : undefined;
    if (text !== undefined) key = Buffer.from(text.trim(), "hex");
    if (key !== undefined && key.length !== KEY_BYTES)
      throw new Error(`${keyPath} is no key: it holds ${KEY_BYTES} bytes as hexadecimal digits`);
    return key;
  }

  const signWith = (secret: Buffer, subject: string, { number, hash }: ChainEnd): Buffer =>
    createHmac("sha256", secret)
      .update(JSON.stringify([subject, String(number), hash.toString("hex")]))
      .digest();

  return {
    /** Whether this folder has a key, without which nothing was ever sealed here. */
    hasKey: async (): Promise<boolean> => (await findKey()) !== undefined,

    async createKey(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeAtomically(keyPath, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
    },

    /** Signs an end of the chain for a purpose. Throws without a key. */
    async sign(subject: string, end: ChainEnd): Promise<Buffer> {
      const secret = await findKey();
      if (secret === undefined) throw new Error(`${keyPath} is missing`);
      return signWith(secret, subject, end);
    },

    /** Undefined if this folder has no key to check with. */
    async isSigned(subject: string, end: ChainEnd & { signature: Buffer }): Promise<boolean | undefined> {
      const secret = await findKey();
      if (secret === undefined) return undefined;
      const expected = signWith(secret, subject, end);
      return end.signature.length === expected.length && timingSafeEqual(end.signature, expected);
    },

    /** The last recorded end; undefined if there is none. Throws when the file was changed. */
    async findHead(): Promise<ChainEnd | undefined> {
      const text = await readOptional(headPath);
      if (text === undefined) return undefined;
      const { number, hash, signature } = JSON.parse(text) as Record<string, string>;
      const end = { number: Number(number), hash: Buffer.from(String(hash), "hex") };
      const signed = { ...end, signature: Buffer.from(String(signature), "hex") };
      if ((await this.isSigned("head", signed)) !== true)
        throw new Error(`${headPath} is not signed with the key beside it`);
      return end;
    },

    async writeHead(end: ChainEnd): Promise<void> {
      const signature = await this.sign("head", end);
      const head = {
        number: end.number,
        hash: end.hash.toString("hex"),
        signature: signature.toString("hex"),
      };
      await writeAtomically(headPath, `${JSON.stringify(head)}\n`);
    },
  };
}

export type ChainSeal = ReturnType<typeof createChainSeal>;
