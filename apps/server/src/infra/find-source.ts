import { isIPv6 } from "node:net";

/** Unit of rate limiting: an IPv4 address, or the /64 prefix of an IPv6 address, which one customer has. */
export function findSource(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!isIPv6(plain)) return plain;
  const [left = [], right = []] = plain.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  // Normalized: a proxy may use another notation.
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
