import { assertGuards } from "../shared/session/permissions.ts";
import { framedRoutes } from "./console-routes.tsx";
import { menu } from "./frame/menu.ts";
import { publicRoutes } from "./routes.tsx";

/** Throws when a route or a page of the menu asks for a permission without naming one (R5.22). */
export function checkGuards(): void {
  assertGuards([...publicRoutes, ...framedRoutes, ...menu.flatMap(({ pages }) => pages)]);
}
