import { matchRoutes, useLocation } from "react-router";
import { BarePage } from "./bare-page.tsx";
import { framedRoutes, guardedRoutes } from "./console-routes.tsx";
import { ToSignIn } from "./to-sign-in.tsx";

/** An address of the console without a session: a guarded page leads to sign-in, others are shown bare (R1.16). */
export function VisitorPage() {
  const isGuarded = matchRoutes(guardedRoutes, useLocation()) !== null;
  return isGuarded ? <ToSignIn /> : <BarePage routes={framedRoutes} />;
}
