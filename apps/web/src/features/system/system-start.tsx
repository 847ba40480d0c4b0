import { Navigate } from "react-router";
import { usePermissions } from "../../shared/auth/allowed.tsx";
import { canOpen } from "../../shared/session/permissions.ts";
import { systemPath, systemTabs } from "./system-tabs.ts";

/** Opens the first page of System that this account may see (R2.9); without any it may not be here (R6.12). */
export function SystemStart() {
  const { data } = usePermissions();
  if (data === undefined) return null;
  const first = systemTabs.find(({ needs }) => canOpen(data, needs));
  return <Navigate to={first === undefined ? "/401" : systemPath(first.tab)} replace />;
}
