/** Combines concurrent lookups into one query; each caller gets its own result. */
export function createBatchLookup<Key, Value>(
  findAll: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
): (key: Key) => Promise<Value> {
  const maxKeys = 1000;
  const waitMs = 5;
  let open: { keys: Key[]; result: Promise<(key: Key) => Value> } | undefined;

  return async (key) => {
    if (!open || open.keys.length >= maxKeys) {
      const batch = { keys: [] as Key[], result: undefined as unknown as Promise<(key: Key) => Value> };
      batch.result = new Promise((resolve) => setTimeout(resolve, waitMs)).then(() => {
        if (open === batch) open = undefined;
        return findAll(batch.keys);
      });
      open = batch;
    }
    open.keys.push(key);
    const find = await open.result;
    return find(key);
  };
}
