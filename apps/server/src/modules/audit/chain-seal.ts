import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { ChainEnd } from "./chain.repository.ts";

// The chain's end is kept outside of the database too: who may write there still cannot cut the chain short, or write it
// anew from some row on, without the files here telling.

const keyBytes = 32;

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** A power cut leaves the old file or the new one. */
async function writeWhole(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // The mode above counts only for a file that was not there.
  await chmod(draft, 0o600);
  await rename(draft, path);
}

/** What the data folder knows of the chain: its key, and the end it had last. */
export function createChainSeal({ dataFolder }: { dataFolder: string }) {
  const folder = join(dataFolder, "audit");
  const keyPath = join(folder, "key");
  const headPath = join(folder, "head.json");
  let key: Buffer | undefined;

  async function findKey(): Promise<Buffer | undefined> {
    const text = key === undefined ? await readIfThere(keyPath) : undefined;
    if (text !== undefined) key = Buffer.from(text.trim(), "hex");
    if (key !== undefined && key.length !== keyBytes)
      throw new Error(`${keyPath} is no key: it holds ${keyBytes} bytes as hexadecimal digits`);
    return key;
  }

  const signWith = (secret: Buffer, subject: string, { number, hash }: ChainEnd): Buffer =>
    createHmac("sha256", secret)
      .update(JSON.stringify([subject, String(number), hash.toString("hex")]))
      .digest();

  return {
    /** Whether this folder has ever had a part in the chain. */
    hasKey: async (): Promise<boolean> => (await findKey()) !== undefined,

    async makeKey(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole(keyPath, `${randomBytes(keyBytes).toString("hex")}\n`);
    },

    /** Signs an end of the chain for a purpose. Throws without a key. */
    async sign(subject: string, end: ChainEnd): Promise<Buffer> {
      const secret = await findKey();
      if (secret === undefined) throw new Error(`${keyPath} is missing`);
      return signWith(secret, subject, end);
    },

    /** Undefined where this folder has no key to tell by. */
    async isSigned(subject: string, end: ChainEnd & { signature: Buffer }): Promise<boolean | undefined> {
      const secret = await findKey();
      if (secret === undefined) return undefined;
      const right = signWith(secret, subject, end);
      return end.signature.length === right.length && timingSafeEqual(end.signature, right);
    },

    /** The end the chain had last; undefined where none is kept. Throws when the file is not the one it was. */
    async findHead(): Promise<ChainEnd | undefined> {
      const text = await readIfThere(headPath);
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
      await writeWhole(headPath, `${JSON.stringify(head)}\n`);
    },
  };
}

export type ChainSeal = ReturnType<typeof createChainSeal>;
