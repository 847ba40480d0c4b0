import { useSyncExternalStore } from "react";
import { sessionStore } from "../session/current-session.ts";
import type { Task, Work } from "./create-tasks.ts";
import { createTasks } from "./create-tasks.ts";

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const store = createTasks((isBusy) => {
  if (isBusy) window.addEventListener("beforeunload", askBeforeUnload);
  else window.removeEventListener("beforeunload", askBeforeUnload);
});

// Tasks belong to one session. The change is reported before the page reloads.
let sessionId = sessionStore.read()?.id;
sessionStore.onChange(() => {
  const id = sessionStore.read()?.id;
  if (id !== sessionId) store.clear();
  sessionId = id;
});

/** Starts work in the background; the task tray shows it. */
export const startTask = (work: Work): number => store.start(work);
export const cancelTask = (id: number): void => store.cancel(id);
export const dismissTask = (id: number): void => store.dismiss(id);

/** All tasks of this tab, the oldest first. */
export const useTasks = (): readonly Task[] => useSyncExternalStore(store.subscribe, store.read);
