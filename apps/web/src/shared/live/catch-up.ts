interface ReadResult {
  readonly data: unknown;
}

interface Read extends ReadResult {
  readonly refetch: () => Promise<ReadResult>;
}

/**
 * Reads again what a page has read before its topic was open, and reports a change. A response still on its way may be
 * as old, so it is awaited first.
 */
export async function catchUp(read: Read, onChanged: () => void): Promise<void> {
  const { data: before } = read.data === undefined ? await read.refetch() : read;
  const { data: after } = await read.refetch();
  if (after !== before) onChanged();
}
