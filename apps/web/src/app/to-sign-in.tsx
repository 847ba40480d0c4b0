import { Navigate, useLocation } from "react-router";
import { rememberReturn } from "../shared/session/return-address.ts";

/** Guarded pages without a session lead to sign-in, and back afterwards. */
export function ToSignIn() {
  const { pathname, search } = useLocation();
  rememberReturn(pathname + search);
  return <Navigate to="/login" replace />;
}
