import { createHash } from "node:crypto";
import type { GatewayStore } from "./gateway-state.ts";

// After a crash, numbers up to here are skipped rather than used a second time.
const SEQ_RESERVE = 256;

/** The gateway's stored state and the numbers it assigns; `oldestUnsentAt` is called at each write. */
export function createGatewayMemory(store: GatewayStore, oldestUnsentAt: () => number | undefined) {
  const state = store.load();
  let reservedSeq = state.nextSeq;

  function save(): void {
    store.save({ ...state, unsentFromAt: oldestUnsentAt(), nextSeq: reservedSeq });
  }

  return {
    state,
    save,
    /** The next sequence number of data and events; never assigned twice. */
    assignSeq(): number {
      const seq = state.nextSeq++;
      if (state.nextSeq > reservedSeq) {
        reservedSeq = state.nextSeq + SEQ_RESERVE;
        save();
      }
      return seq;
    },
    /** A new revision when the inventory differs from the last one. */
    noteInventory(inventory: object): void {
      const hash = createHash("sha256").update(JSON.stringify(inventory)).digest("hex");
      if (hash === state.inventoryHash) return;
      state.inventoryHash = hash;
      state.rev++;
      save();
    },
    /** Writes the state without a reserve: after a graceful stop no number is skipped. */
    close(): void {
      reservedSeq = state.nextSeq;
      save();
    },
  };
}
