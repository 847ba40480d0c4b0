import { lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { sessionStore } from "../../shared/api/api.ts";

const Frame = lazy(async () => ({ default: (await import("../frame/frame.tsx")).Frame }));

export function MessageLayout() {
  if (sessionStore.read() === undefined) return <Outlet />;
  return (
    <Suspense>
      <Frame />
    </Suspense>
  );
}
