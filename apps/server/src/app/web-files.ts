import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { createNonce, filePolicies, pagePolicy } from "./security-headers.ts";

const noncePlace = "__CSP_NONCE__";

/** Reads the page again when it was built anew. */
function createPage(folder: string): () => Promise<string> {
  const path = join(folder, "index.html");
  let known: { text: string; modifiedAtMs: number } | undefined;
  return async () => {
    const { mtimeMs } = await stat(path);
    if (known?.modifiedAtMs !== mtimeMs)
      known = { text: await readFile(path, "utf8"), modifiedAtMs: mtimeMs };
    return known.text;
  };
}

/** File name of the page's entry script, whose name changes with its content; null while there is no page. */
export function createWebEntry(folder: string | undefined): () => Promise<string | null> {
  if (folder === undefined) return async () => null;
  const readPage = createPage(folder);
  return async () => {
    const page = await readPage().catch(() => "");
    return /<script\b[^>]*\bsrc="(?:[^"]*\/)?([^"/]+\.js)"/.exec(page)?.[1] ?? null;
  };
}

/** Serves the built console: the page with a nonce of its own each time, hashed files for good. */
export async function serveWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const readPage = createPage(folder);

  async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
    const nonce = createNonce();
    return await reply
      .header("content-security-policy", pagePolicy(nonce))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send((await readPage()).replaceAll(noncePlace, nonce));
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    // The build keeps its notes in a dotted folder; nothing of it is for the browser.
    dotfiles: "ignore",
    globIgnore: ["**/index.html"],
    setHeaders(reply, path) {
      const name = relative(folder, path).replaceAll("\\", "/");
      const isHashed = name.startsWith("assets/");
      reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      const policy = filePolicies.get(name);
      if (policy !== undefined) reply.header("content-security-policy", policy);
    },
  });
  for (const url of ["/", "/index.html"]) app.get(url, (_request, reply) => sendPage(reply));
}

export function isWebAppBuilt(folder: string): boolean {
  return existsSync(join(folder, "index.html"));
}
