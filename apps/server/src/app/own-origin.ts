import type { FastifyRequest } from "fastify";
import type { Config } from "../infra/config.ts";
import { formatHostPort } from "../infra/ports.ts";

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "::1"];

/** A local address as written in an origin: without IPv4-mapped prefix and zone (`fe80::1%eth0`), which URLs do not allow. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/, "").replace(/%.*$/, "");

/** Origins at which this server is reachable for the request: its names and addresses, with its port. */
function listOwnOrigins(request: FastifyRequest, config: Pick<Config, "host" | "port">): string[] {
  const { localAddress, localPort } = request.socket;
  const port = localPort ?? config.port;
  const hosts = [config.host, ...LOOPBACK_NAMES, ...(localAddress ? [localAddress] : [])];
  return hosts.map((host) => new URL(`http://${formatHostPort(plainAddress(host), port)}`).origin);
}

/**
 * Distinguishes the console's own origin from a foreign one. A Host header alone is no evidence: a foreign name that
 * resolves to this machine (DNS rebinding) makes Host and Origin equal. The origin must be PUBLIC_URL, or an address at
 * which this server listens.
 */
export function createOwnOrigin(config: Pick<Config, "host" | "port" | "publicUrl">) {
  const publicOrigin = config.publicUrl === undefined ? undefined : new URL(config.publicUrl).origin;
  return {
    /** The request's Origin if it is the console's own, else undefined. */
    find(request: FastifyRequest): string | undefined {
      const { origin } = request.headers;
      if (origin === undefined || !URL.canParse(origin)) return undefined;
      if (origin === publicOrigin) return origin;
      const isSent = new URL(origin).host === request.host;
      return isSent && listOwnOrigins(request, config).includes(origin) ? origin : undefined;
    },
    /** Origin of the console for a request that does not come from its pages; never read from headers. */
    fallback: (request: FastifyRequest): string =>
      publicOrigin ?? `http://${formatHostPort(config.host, request.socket.localPort ?? config.port)}`,
  };
}
