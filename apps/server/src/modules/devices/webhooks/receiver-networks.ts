import { BlockList, isIP } from "node:net";

// IANA special-purpose registries. A name that resolves to one of these reaches the server's own network.
const SPECIAL_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];
// Global unicast is 2000::/3; everything else (loopback, IPv4-mapped, NAT64, unique local, link-local, multicast) is refused.
const GLOBAL_IPV6 = ["2000::/3"];
// Within it: protocol assignments and Teredo, documentation, 6to4, which wraps any IPv4 address.
const SPECIAL_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function createList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

const specialIpv4 = createList(SPECIAL_IPV4);
const globalIpv6 = createList(GLOBAL_IPV6);
const specialIpv6 = createList(SPECIAL_IPV6);

/** Which addresses webhooks are sent to. */
export interface ReceiverNetworks {
  /** In a network that the operator allows; http is possible only there. */
  isAllowed(address: string): boolean;
  /** On the public internet. */
  isPublic(address: string): boolean;
}

/** `allowed`: networks as `10.1.0.0/16`. */
export function createReceiverNetworks(allowed: readonly string[]): ReceiverNetworks {
  // Two lists: one list would compare an IPv4 address with IPv4-mapped networks and the other way round.
  const lists = {
    4: createList(allowed.filter((network) => !network.includes(":"))),
    6: createList(allowed.filter((network) => network.includes(":"))),
  };
  return {
    isAllowed(address) {
      const family = isIP(address);
      if (family === 4) return lists[4].check(address, "ipv4");
      return family === 6 && lists[6].check(address, "ipv6");
    },
    isPublic(address) {
      const family = isIP(address);
      if (family === 4) return !specialIpv4.check(address, "ipv4");
      return family === 6 && globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
    },
  };
}
