import type { ReactNode } from "react";
import { useEffect } from "react";
import { beginProgress } from "./progress.ts";

/** Placeholder of a page whose code is being loaded. */
export function PageLoading({ children }: { children: ReactNode }) {
  useEffect(beginProgress, []);
  return children;
}
