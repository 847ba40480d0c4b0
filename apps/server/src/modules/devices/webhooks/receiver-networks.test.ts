import { expect, test } from "vitest";
import { getReceiverAddress } from "./receiver-address.ts";
import { createReceiverNetworks } from "./receiver-networks.ts";

const networks = createReceiverNetworks([]);

test.each([
  ["loopback", "127.0.0.1", "127.255.0.1", "::1"],
  ["unspecified", "0.0.0.0", "0.1.2.3", "::"],
  ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ["link-local, where clouds keep credentials", "169.254.169.254", "fe80::1"],
  ["unique local", "fc00::1", "fd12:3456::1"],
  ["carrier NAT", "100.64.0.1", "100.127.255.255"],
  ["multicast and broadcast", "224.0.0.1", "239.1.1.1", "255.255.255.255", "ff02::1"],
  [
    "IPv4 in IPv6",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
  ],
  ["documentation, benchmarks, Teredo", "192.0.2.1", "198.18.0.1", "203.0.113.9", "2001:db8::1", "2001::1"],
  ["no address", "localhost", "", "127.1"],
])("refuses addresses: %s", (_, ...addresses) => {
  expect(addresses.filter((address) => networks.isPublic(address) || networks.isAllowed(address))).toEqual(
    [],
  );
});

test("accepts public addresses", () => {
  const addresses = ["8.8.8.8", "172.32.0.1", "100.128.0.1", "192.0.3.1", "2606:4700::1111", "2a00:1450::1"];
  expect(addresses.filter((address) => !networks.isPublic(address))).toEqual([]);
});

test("accepts the networks that the operator allows, and only those", () => {
  const { isAllowed } = createReceiverNetworks(["10.20.0.0/16", "fd12::/32"]);
  const accepted = ["10.20.3.4", "fd12::7"];
  const refused = ["10.21.0.1", "fd13::7", "::ffff:10.20.3.4", "127.0.0.1"];
  expect([...accepted, ...refused].filter(isAllowed)).toEqual(accepted);
});

async function findError(address: string, found: readonly string[], allowed: readonly string[] = []) {
  const resolve = async () => found.map((one) => ({ address: one, family: one.includes(":") ? 6 : 4 }));
  const receivers = { networks: createReceiverNetworks(allowed), resolve };
  return await getReceiverAddress(new URL(address), receivers).then(
    ({ address: resolved }) => resolved,
    (error: Error) => error.message,
  );
}

test("refuses a name with any private address, however the address is written", async () => {
  expect(await findError("https://hooks.example.org", ["8.8.8.8"])).toBe("8.8.8.8");
  expect(await findError("https://hooks.example.org", ["10.0.0.1"])).toBe("address");
  expect(await findError("https://hooks.example.org", ["8.8.8.8", "::1"])).toBe("address");
  expect(await findError("https://hooks.example.org", [])).toBe("dns");
  for (const host of [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "127.1",
  ])
    expect([host, await findError(`https://${host}/`, ["8.8.8.8"])]).toEqual([host, "address"]);
});

test("accepts http only in networks that the operator allows", async () => {
  expect(await findError("http://hooks.example.org", ["8.8.8.8"])).toBe("address");
  expect(await findError("http://on-site.example.org", ["10.20.0.9"], ["10.20.0.0/16"])).toBe("10.20.0.9");
  expect(await findError("http://10.20.0.9", [], ["10.20.0.0/16"])).toBe("10.20.0.9");
});
