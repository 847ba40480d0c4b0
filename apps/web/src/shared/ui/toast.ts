/** R4.17. */
const DEFAULT_TIMEOUT_MS = 3000;

export interface Toast {
  readonly id: number;
  readonly kind: "success" | "error";
  readonly text: string;
  /** When it goes, by this machine's clock, ms. */
  readonly endsAt: number;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function commit(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a sentence until its timeout; the same sentence twice at once is shown once. */
export function toast(kind: Toast["kind"], text: string, timeoutMs = DEFAULT_TIMEOUT_MS): void {
  if (text === "" || toasts.some((other) => other.text === text)) return;
  lastId += 1;
  commit([...toasts, { id: lastId, kind, text, endsAt: Date.now() + timeoutMs }]);
}

export function dismissToast(id: number): void {
  commit(toasts.filter((other) => other.id !== id));
}

export const toastStore = {
  read: () => toasts,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
