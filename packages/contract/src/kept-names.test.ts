import { expect, test } from "vitest";
import { allEndpoints } from "./index.ts";

test("keeps the names of calls that other programs use [R7.13]", () => {
  const calls = allEndpoints.map(({ method, path }) => `${method} ${path}`);
  for (const call of [
    "GET /system/firmware/download",
    "POST /workData/powerStation/urgentStop",
    "POST /workData/powerStation/urgentReset",
    "GET /index/warningCount",
    "GET /system/config/get",
  ])
    expect(calls).toContain(call);
});
