import { expect, it } from "vitest";
import { guardedRoutes } from "./console-routes.tsx";
import { menu } from "./frame/menu.ts";
import { checkGuards } from "./guards.ts";

/** Runs with the permission of a page removed, and puts it back. */
function without(page: object | undefined, run: () => void): void {
  const guard = page as { needs?: unknown };
  const { needs } = guard;
  guard.needs = undefined;
  try {
    run();
  } finally {
    guard.needs = needs;
  }
}

it("refuses to start with a route or a page of the menu that names no permission [R5.22]", () => {
  expect(checkGuards).not.toThrow();
  const route = guardedRoutes.find(({ path }) => path === "/control/list");
  without(route?.handle, () => expect(checkGuards).toThrow("/control/list asks for a permission"));
  const page = menu.flatMap(({ pages }) => pages).find(({ path }) => path === "/account/list");
  without(page, () => expect(checkGuards).toThrow("/account/list asks for a permission"));
  expect(checkGuards).not.toThrow();
});
