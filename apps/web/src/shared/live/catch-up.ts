interface ReadResult {
  readonly data: unknown;
}

interface Read extends ReadResult {
  readonly refetch: () => Promise<ReadResult>;
}

/**
 * Reads again what a page has read before its topic began to flow, and says so if it has changed by then. An answer that
 * is on its way may be as old, so it is waited for.
 */
export async function catchUp(read: Read, onChanged: () => void): Promise<void> {
  const { data: before } = read.data === undefined ? await read.refetch() : read;
  const { data: after } = await read.refetch();
  if (after !== before) onChanged();
}
