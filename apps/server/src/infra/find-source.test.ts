import { expect, test } from "vitest";
import { findSource } from "./find-source.ts";

test("counts an IPv4 address as one source in every notation", () => {
  expect([
    findSource("203.0.113.9"),
    findSource("::ffff:203.0.113.9"),
    findSource("::FFFF:203.0.113.9"),
  ]).toEqual(Array(3).fill("203.0.113.9"));
});

test("counts an IPv6 address by its /64 prefix in every notation", () => {
  const written = ["2001:db8:1::5", "2001:0DB8:1:0:9:8:7:6", "2001:db8:1::%eth0", "2001:db8:1:0:ffff::"];
  expect(written.map(findSource)).toEqual(Array(4).fill("2001:db8:1:0::/64"));
  expect(findSource("2001:db8:1:1::5")).toBe("2001:db8:1:1::/64");
});
