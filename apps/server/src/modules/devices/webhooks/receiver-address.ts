import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ReceiverError } from "./receiver-error.ts";
import type { ReceiverNetworks } from "./receiver-networks.ts";

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

/** As every program of the machine resolves names, with its hosts file. */
export const resolveHost: Resolve = (host) => lookup(host, { all: true });

/** Host of an address without the brackets of IPv6. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, "$1");

async function listAddresses(host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  try {
    return await resolve(host);
  } catch (cause) {
    throw new ReceiverError("dns", { cause });
  }
}

/**
 * The address to connect to. Throws ReceiverError unless every address of the host may be called: with one that may not,
 * the host could be used to reach the server's own network.
 */
export async function getReceiverAddress(
  url: URL,
  { networks, resolve }: { networks: ReceiverNetworks; resolve: Resolve },
): Promise<LookupAddress> {
  const addresses = await listAddresses(hostOf(url), resolve);
  const [first] = addresses;
  if (first === undefined) throw new ReceiverError("dns");
  const isCallable = ({ address }: LookupAddress): boolean =>
    networks.isAllowed(address) || (url.protocol === "https:" && networks.isPublic(address));
  if (!addresses.every(isCallable)) throw new ReceiverError("address");
  return first;
}
