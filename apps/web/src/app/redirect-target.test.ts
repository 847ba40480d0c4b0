import { expect, it } from "vitest";
import { redirectTarget } from "./redirect-target.ts";

const targetOf = (address: string): string => {
  const [pathname = "", query] = address.split("?");
  return redirectTarget({ pathname, search: query === undefined ? "" : `?${query}` });
};

it("opens the path after /redirect with its query, and home without a path [R2.5]", () => {
  expect(
    [
      "/redirect",
      "/redirect/",
      "/redirect?status=fault",
      "/redirect/home?status=fault",
      "/redirect/station/6f1c?by=year&day=2026-03-29",
      "/redirect/mobile/preview?img=%2Fapi%2Ffile%3Fid%3D1",
      "/redirect/search/50%25%3F",
    ].map(targetOf),
  ).toEqual([
    "/home",
    "/home",
    "/home?status=fault",
    "/home?status=fault",
    "/station/6f1c?by=year&day=2026-03-29",
    "/mobile/preview?img=%2Fapi%2Ffile%3Fid%3D1",
    "/search/50%25%3F",
  ]);
});

it("never leads to another server", () => {
  expect(targetOf("/redirect//evil.example.org/home")).toBe("/evil.example.org/home");
});
