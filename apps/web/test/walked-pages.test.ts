import type { RouteObject } from "react-router";
import { matchRoutes } from "react-router";
import { expect, it } from "vitest";
import { consolePages } from "../../../e2e/support/pages.ts";
import { guardedRoutes } from "../src/app/console-routes.tsx";

/** Addresses that only lead to the first page of their area. */
const short = ["/control", "/alarms", "/account", "/system", "/system/setup"];
const objects = { alarmId: "alarm", webhookId: "webhook", campaignId: "campaign" };

it("every page of the console is among those whose accessibility and languages are checked", () => {
  const walked = new Set<RouteObject>(
    consolePages("plant", "device", objects).flatMap(
      ({ address }) => matchRoutes(guardedRoutes, address)?.map(({ route }) => route) ?? [],
    ),
  );
  const missing = guardedRoutes
    .flatMap((route): RouteObject[] => [route, ...(route.children ?? [])])
    .filter((route) => !walked.has(route))
    .map(({ path }) => path);
  expect(walked.size).toBeGreaterThan(40);
  expect(missing.sort()).toEqual(short.sort());
});
