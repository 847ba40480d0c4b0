import type { PermissionId, Permissions } from "@heliograph/contract";

export type Needed = PermissionId | readonly [PermissionId, ...PermissionId[]];

/** Buttons: ROOT always passes, one id must be held, of several one is enough (R6.10). */
export function isAllowed(permissions: Pick<Permissions, "roles" | "perms">, needed: Needed): boolean {
  if (permissions.roles.includes("ROOT")) return true;
  const ids: readonly string[] = typeof needed === "string" ? [needed] : needed;
  return ids.some((id) => permissions.perms.includes(id));
}

/** Says nothing when a permission is named; throws where one is asked for without a value (R5.22). */
export function assertNeeded(needed: unknown, place: string): asserts needed is Needed {
  const ids: readonly unknown[] = Array.isArray(needed) ? needed : [needed];
  if (ids.length === 0 || ids.some((id) => typeof id !== "string" || id === ""))
    throw new Error(`${place} asks for a permission and names none`);
}

interface Guarded {
  readonly path?: string | undefined;
  readonly handle?: unknown;
  readonly needs?: unknown;
}

/** At start: every route and menu page that asks for a permission names one (R5.22). */
export function assertGuards(guarded: readonly Guarded[]): void {
  for (const { path = "", handle, ...page } of guarded) {
    const asked = typeof handle === "object" && handle !== null ? handle : page;
    if ("needs" in asked) assertNeeded(asked.needs, path);
  }
}
