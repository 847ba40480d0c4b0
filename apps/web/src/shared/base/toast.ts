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

/** Shows a message until its timeout; a message that is already on screen is not shown twice. */
export function toast(kind: Toast["kind"], text: string, timeoutMs = DEFAULT_TIMEOUT_MS): void {
  if (text === "" || toasts.some((other) => other.text === text)) return;
  lastId += 1;
  commit([...toasts, { id: lastId, kind, text, endsAt: Date.now() + timeoutMs }]);
}

const storageKey = "heliograph.toasts";

/** Keeps what went wrong over a reload of the page, which would take it off the screen unread. */
export function saveErrors(): void {
  const errors = toasts.filter(({ kind }) => kind === "error").map(({ text }) => text);
  if (errors.length > 0) sessionStorage.setItem(storageKey, JSON.stringify(errors));
}

/** Shows what the page before the reload has kept. */
export function showSavedErrors(): void {
  try {
    const kept = sessionStorage.getItem(storageKey) ?? "[]";
    sessionStorage.removeItem(storageKey);
    for (const text of JSON.parse(kept) as string[]) toast("error", text);
  } catch {
    // Nothing readable, or no storage at all: the page comes without them.
  }
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
