/** A file a task has made, kept until the task is dismissed. */
export interface TaskFile {
  readonly name: string;
  readonly blob: Blob;
}

export interface Task {
  readonly id: number;
  readonly title: string;
  readonly state: "running" | "done" | "failed" | "cancelled";
  /** Share of the work that is done, 0 to 1; undefined while unknown. */
  readonly progress: number | undefined;
  readonly file?: TaskFile;
  /** Why it failed, in the language it failed in; empty where nothing is known. */
  readonly error?: string;
}

export interface Work {
  readonly title: string;
  /** Does the work; what it throws after a cancel does not count. */
  readonly run: (signal: AbortSignal, report: (progress: number) => void) => Promise<TaskFile | undefined>;
}

/** Background tasks that continue while other pages are open. Signing out cancels them; leaving the console asks for confirmation. */
export function createTasks(onBusy: (isBusy: boolean) => void) {
  let tasks: readonly Task[] = [];
  let lastId = 0;
  let isBusy = false;
  const stops = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  function commit(next: readonly Task[]): void {
    tasks = next;
    for (const listener of listeners) listener();
    const isBusyNow = stops.size > 0;
    if (isBusyNow !== isBusy) onBusy(isBusyNow);
    isBusy = isBusyNow;
  }

  const update = (id: number, change: Partial<Task>): void =>
    commit(tasks.map((task) => (task.id === id ? { ...task, ...change } : task)));

  function end(id: number, change: Partial<Task>): void {
    stops.delete(id);
    update(id, change);
  }

  async function work(id: number, { run }: Work, stop: AbortController): Promise<void> {
    // An end that comes after a cancel changes nothing any more.
    const isOver = (): boolean => stop.signal.aborted;
    try {
      const file = await run(stop.signal, (progress) => {
        if (!isOver()) update(id, { progress: Math.min(1, Math.max(0, progress)) });
      });
      if (!isOver()) end(id, { state: "done", progress: 1, ...(file !== undefined && { file }) });
    } catch (error) {
      if (!isOver()) end(id, { state: "failed", error: error instanceof Error ? error.message : "" });
    }
  }

  function cancel(id: number): void {
    const stop = stops.get(id);
    if (stop === undefined) return;
    stop.abort();
    end(id, { state: "cancelled" });
  }

  return {
    read: () => tasks,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start(job: Work): number {
      lastId += 1;
      const id = lastId;
      const stop = new AbortController();
      stops.set(id, stop);
      commit([...tasks, { id, title: job.title, state: "running", progress: undefined }]);
      void work(id, job, stop);
      return id;
    },
    cancel,
    /** Takes an ended task and its file out of the list. */
    dismiss: (id: number): void => commit(tasks.filter((task) => task.id !== id || task.state === "running")),
    /** Cancels all tasks and drops their results. */
    clear(): void {
      for (const id of [...stops.keys()]) cancel(id);
      commit([]);
    },
  };
}
