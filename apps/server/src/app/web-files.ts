import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import fastifyStatic from "@fastify/static";
import { tileOrigin } from "@heliograph/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ConfigurationService } from "../modules/base/configuration/configuration.service.ts";
import { createNonce, filePolicies, pagePolicy } from "./security-headers.ts";

const NONCE_PLACEHOLDER = "__CSP_NONCE__";

/** Reads the page, again after each build. */
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

/** File name of the page's entry script, which changes with its content; null while there is no page. */
export function createWebEntry(folder: string | undefined): () => Promise<string | null> {
  if (folder === undefined) return async () => null;
  const readPage = createPage(folder);
  return async () => {
    const page = await readPage().catch(() => "");
    return /<script\b[^>]*\bsrc="(?:[^"]*\/)?([^"/]+\.js)"/.exec(page)?.[1] ?? null;
  };
}

interface WebAppOptions {
  readonly folder: string;
  readonly configuration: Pick<ConfigurationService, "get">;
}

/** Serves the built console: the page with a new nonce each time, hashed files as immutable. */
export async function serveWebApp(
  app: FastifyInstance,
  { folder, configuration }: WebAppOptions,
): Promise<void> {
  const readPage = createPage(folder);

  /** Undefined while the database is unavailable as well: the page must load, and says so. */
  async function findTileOrigin(): Promise<string | undefined> {
    const settings = await configuration.get().catch(() => undefined);
    return settings && tileOrigin(settings.mapTileUrl);
  }

  async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
    const nonce = createNonce();
    return await reply
      .header("content-security-policy", pagePolicy(nonce, await findTileOrigin()))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send((await readPage()).replaceAll(NONCE_PLACEHOLDER, nonce));
  }

  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    // The build keeps metadata in a dotted folder, which browsers do not need.
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
