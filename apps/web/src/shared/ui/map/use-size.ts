import { useCallback, useState } from "react";
import type { MapSize } from "./projection.ts";

/** Size of an element in pixels, followed as it changes; undefined before it is on the page. */
export function useSize(): readonly [
  (element: HTMLElement | null) => (() => void) | undefined,
  MapSize | undefined,
] {
  const [size, setSize] = useState<MapSize>();
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
