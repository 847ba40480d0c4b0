import { useEffect, useEffectEvent, useState } from "react";
import type { View } from "./view.ts";
import { readView, writeView } from "./view.ts";
import type { ViewStore } from "./view-store.ts";

/** The address follows the view when it has been still for this long. */
const STILL_MS = 400;

/** Writes the view into the address once it is still, and follows an address that names another one. */
export function useZoomAddress(
  store: ViewStore,
  zoom: View | undefined,
  onZoom: (zoom: View | undefined) => void,
): void {
  const write = useEffectEvent(() => onZoom(store.readMoved()));
  const asked = zoom && writeView(zoom);
  const [last] = useState({ text: asked });
  useEffect(() => {
    if (last.text === asked) return;
    last.text = asked;
    const next = readView(asked ?? null);
    if (next === undefined) store.fit();
    else store.move(next);
  }, [store, last, asked]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      const moved = store.readMoved();
      const text = moved && writeView(moved);
      if (text === last.text) return;
      timer = setTimeout(() => {
        last.text = text;
        write();
      }, STILL_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, last]);
}
