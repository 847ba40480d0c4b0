import { useEffect } from "react";
import { beginProgress } from "./progress.ts";

/** Stands where a page will be while its code is on the way. */
export function PageComing() {
  useEffect(beginProgress, []);
  return null;
}
