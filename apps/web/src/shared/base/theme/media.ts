/** A media query and what it matches now. */
export interface WatchedMedia {
  readonly matches: boolean;
  /** Calls back after each change; returns what ends that. */
  onChange(listener: () => void): () => void;
}

/**
 * Watches a media query. Its value is that of the last event and is not read from the list again: when Chromium's
 * `MediaQueryList.matches` is read between a change and the change's event, that event never comes.
 */
export function watchMedia(query: string): WatchedMedia {
  const list = matchMedia(query);
  const listeners = new Set<() => void>();
  let { matches } = list;
  list.addEventListener("change", (event) => {
    matches = event.matches;
    for (const listener of listeners) listener();
  });
  return {
    get matches() {
      return matches;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
