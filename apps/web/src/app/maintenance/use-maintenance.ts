import { endpoints } from "virtual:endpoints";
import type { CurrentMaintenance, EndpointName, MaintenanceKind } from "@heliograph/contract";
import { useSyncExternalStore } from "react";
import { call, onCallOutcome } from "../../shared/api/api.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { openingEndpoint } from "../../shared/session/endpoint.ts";
import { createMaintenanceWatch } from "./maintenance-watch.ts";

const kinds: Record<EndpointName, MaintenanceKind> = { WEB: "web", APP: "app" };

const watch = createMaintenanceWatch({
  async ask(kind) {
    const response = await call(endpoints.maintenance.current, { query: { kind } });
    if (response === undefined) return undefined;
    const { phase, backAt, popUps } = response.data;
    return { current: { phase, backAt, popUps }, serverNow: response.date };
  },
  readKind: () => kinds[sessionStore.read()?.endpoint ?? openingEndpoint()],
  wait(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
});

const { path } = endpoints.maintenance.current;

onCallOutcome({
  // The refusal is the first this page learns of the maintenance.
  refused({ code }) {
    if (code === "B0100") void watch.askNow();
  },
  changed: async ({ invalidates = [] }) => {
    if (invalidates !== "all" && invalidates.includes(path)) await watch.askNow();
  },
});

function subscribe(listener: () => void): () => void {
  const askNow = (): void => void (document.visibilityState === "visible" && watch.askNow());
  const leave = watch.subscribe(listener);
  // Another session may have another kind of maintenance; timers are suspended in a hidden page.
  const leaveSession = sessionStore.onChange(askNow);
  document.addEventListener("visibilitychange", askNow);
  window.addEventListener("online", askNow);
  return () => {
    leave();
    leaveSession();
    document.removeEventListener("visibilitychange", askNow);
    window.removeEventListener("online", askNow);
  };
}

const unwatched = () => () => undefined;

/** Announced and running maintenance of this session; undefined until the server has responded. */
export function useMaintenance({
  isWatched = true,
}: {
  isWatched?: boolean;
} = {}): CurrentMaintenance | undefined {
  return useSyncExternalStore(isWatched ? subscribe : unwatched, watch.read);
}
