import { defaults } from "virtual:configuration";
import { endpoints } from "virtual:endpoints";
import type { ConfigurationSettings } from "@heliograph/contract";
import { useSyncExternalStore } from "react";
import { call } from "../api/api.ts";
import { setMinimumWidth } from "../base/theme/scale.ts";

/** How old the configuration of a page on screen may grow; a page in the background asks when it is seen again. */
const READ_EVERY_MS = 60_000;

export interface RuntimeConfig extends ConfigurationSettings {
  /** File name of the entry script the server currently serves; undefined until it is known. */
  readonly webEntry?: string | null;
}

let current: RuntimeConfig = defaults;
let readAt = 0;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const readConfig = (): RuntimeConfig => current;

/** Settings that the web app reads from the server at run time; the contract's defaults until then. */
export const useConfig = (): RuntimeConfig => useSyncExternalStore(subscribe, readConfig);

function apply(next: RuntimeConfig): void {
  current = next;
  setMinimumWidth(next.minimumWidth);
  for (const listener of listeners) listener();
}

/** Reads it from the server again; keeps the known values when the request fails. */
export async function refreshConfig(): Promise<void> {
  readAt = Date.now();
  const response = await call(endpoints.configuration.get).catch(() => undefined);
  if (response !== undefined) apply(response.data);
}

/** Asks at the start, without holding up the first paint, and now and then while the page is seen. */
export function startConfig(): void {
  apply(defaults);
  void refreshConfig();
  const refreshWhenVisible = (): void => {
    if (document.visibilityState === "visible" && Date.now() - readAt >= READ_EVERY_MS) void refreshConfig();
  };
  setInterval(refreshWhenVisible, READ_EVERY_MS);
  document.addEventListener("visibilitychange", refreshWhenVisible);
}
