interface Entry {
  readonly revision: string;
  readonly file: Uint8Array;
}

/** Day files of days that are over, the least recently used dropped first; a file of another revision is none. */
export function createDayFileCache(maxBytes: number) {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function drop(key: string): void {
    bytes -= entries.get(key)?.file.length ?? 0;
    entries.delete(key);
  }

  return {
    find(key: string, revision: string): Uint8Array | undefined {
      const entry = entries.get(key);
      if (entry?.revision !== revision) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.file;
    },
    add(key: string, revision: string, file: Uint8Array): void {
      drop(key);
      if (file.length > maxBytes) return;
      entries.set(key, { revision, file });
      bytes += file.length;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
