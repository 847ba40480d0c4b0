const listeners = new Set<() => void>();

/** Subscribes to changes of what the session may do, for pages that do not read through the query cache. */
export function onPermissionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyPermissionChange(): void {
  for (const listener of listeners) listener();
}
