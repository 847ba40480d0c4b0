import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/** Begins in the first field of what stands in a dialog: by itself the browser begins with the button that closes it. */
export function useFirstField<Place extends HTMLElement>(): RefObject<Place | null> {
  const place = useRef<Place>(null);
  // The dialog has opened by now and has its own idea of where to begin.
  useEffect(
    () => place.current?.querySelector<HTMLElement>("input:not([hidden]), select, textarea")?.focus(),
    [],
  );
  return place;
}
