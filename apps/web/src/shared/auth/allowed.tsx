import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryOf } from "../api/queries.ts";
import type { RequiredPermission } from "../session/permissions.ts";
import { assertPermissionNamed, isAllowed } from "../session/permissions.ts";

/** Permissions are polled (R4.7), so a component that is shown between two polls does not read them itself. */
const FRESH_MS = 20_000;

/** What this session may do. */
export function usePermissions() {
  return useQuery({
    ...queryOf(endpoints.permission.getPermission),
    staleTime: FRESH_MS,
  });
}

/** Undefined until the permissions are loaded. */
export function useCan(needed: RequiredPermission): boolean | undefined {
  const { data } = usePermissions();
  return data === undefined ? undefined : isAllowed(data, needed);
}

/** Renders its children only for users with the permission (R6.9). */
export function Allowed({ to, children }: { to: RequiredPermission; children: ReactNode }) {
  assertPermissionNamed(to, "Allowed");
  return useCan(to) === true ? children : null;
}
