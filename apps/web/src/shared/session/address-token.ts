/** The `token` of an address, before or inside the hash, and the address without it (R4.4); undefined without one. */
export function readAddressToken(address: string): { token: string; rest: string } | undefined {
  // Tokens and tickets are written in letters that every address carries as they are.
  const token = /[?&]token=([^&#]+)/.exec(address)?.[1];
  if (token === undefined) return undefined;
  const rest = address.replace(/(?<=[?&])token=[^&#]*&?/g, "").replace(/[?&](?=#|$)/g, "");
  return { token, rest };
}
