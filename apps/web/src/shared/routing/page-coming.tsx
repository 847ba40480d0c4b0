import type { ReactNode } from "react";
import { useEffect } from "react";
import { beginProgress } from "./progress.ts";

/** Stands where a page will be while its code is on the way. */
export function PageComing({ children }: { children: ReactNode }) {
  useEffect(beginProgress, []);
  return children;
}
