const listeners = new Set<() => void>();

/** Reports that the server refused the access token (A0230). */
export function notifyInvalidToken(): void {
  for (const listener of listeners) listener();
}

export function onInvalidToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
