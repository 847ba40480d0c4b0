/** Gathers single look-ups of a moment into one query; each caller gets its own answer. */
export function createBatchLookup<Key, Value>(
  findAll: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
): (key: Key) => Promise<Value> {
  const most = 1000;
  const waitMs = 5;
  let open: { keys: Key[]; answer: Promise<(key: Key) => Value> } | undefined;

  return async (key) => {
    if (!open || open.keys.length >= most) {
      const batch = { keys: [] as Key[], answer: undefined as unknown as Promise<(key: Key) => Value> };
      batch.answer = new Promise((resolve) => setTimeout(resolve, waitMs)).then(() => {
        if (open === batch) open = undefined;
        return findAll(batch.keys);
      });
      open = batch;
    }
    open.keys.push(key);
    const answer = await open.answer;
    return answer(key);
  };
}
