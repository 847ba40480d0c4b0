import type { Bounds } from "./bounds.ts";
import type { Size, View } from "./view.ts";
import { fitView, limitView } from "./view.ts";

export type ViewStore = ReturnType<typeof createViewStore>;

/**
 * The view of a canvas. It changes with every frame of a movement, so it is no state of a component. `readBounds`: what is
 * shown when all of the roof is.
 */
export function createViewStore(readBounds: () => Bounds, given: View | undefined) {
  let moved = given;
  let size: Size = { width: 1, height: 1 };
  const listeners = new Set<() => void>();
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    read: (): View =>
      moved === undefined ? fitView(readBounds(), size) : limitView(moved, readBounds(), size),
    readSize: (): Size => size,
    /** Undefined while all of the roof is shown. */
    readMoved: (): View | undefined => moved && limitView(moved, readBounds(), size),
    move(next: View): void {
      moved = limitView(next, readBounds(), size);
      notify();
    },
    fit(): void {
      moved = undefined;
      notify();
    },
    resize(next: Size): void {
      size = next;
      notify();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
