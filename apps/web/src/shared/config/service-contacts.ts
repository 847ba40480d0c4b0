import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useEffect, useSyncExternalStore } from "react";
import { call, onCallOutcome } from "../api/api.ts";

const endpoint = endpoints.provider.listPublic;

export type ServiceContact = DataOf<typeof endpoint>["rows"][number];

let contacts: readonly ServiceContact[] = [];
let isRead = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads them from the server again; keeps the known ones when the request fails. */
export async function refreshServiceContacts(): Promise<void> {
  isRead = true;
  const response = await call(endpoint).catch(() => undefined);
  if (response === undefined) return;
  contacts = response.data.rows;
  for (const listener of listeners) listener();
}

onCallOutcome({
  refused: () => undefined,
  async changed({ invalidates }) {
    if (invalidates?.includes(endpoint.path) === true) await refreshServiceContacts();
  },
});

/** Contacts of service providers, in the order the operator has set; none until they are known. */
export function useServiceContacts(): readonly ServiceContact[] {
  useEffect(() => {
    if (!isRead) void refreshServiceContacts();
  }, []);
  return useSyncExternalStore(subscribe, () => contacts);
}
