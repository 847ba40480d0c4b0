const listeners = new Set<() => void>();

/** Says that the server refused the token (A0230); whoever shows the dialog listens. */
export function emitDialog(): void {
  for (const listener of listeners) listener();
}

export function onDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
