import type { LayoutDraft } from "@heliograph/contract";

/** A layout that this device keeps until the server has it. */
interface LocalCopy {
  /** Revision of the server's draft that it changes; null where there was none. */
  readonly revision: number | null;
  readonly layout: LayoutDraft;
  readonly at: number;
}

const keyOf = (accountId: string, stationId: string): string => `layout-draft.${accountId}.${stationId}`;

/** Copies by account and plant; a device without storage keeps none. */
export function createLocalCopies(storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  return {
    read(accountId: string, stationId: string): LocalCopy | undefined {
      try {
        const text = storage.getItem(keyOf(accountId, stationId));
        return text === null ? undefined : (JSON.parse(text) as LocalCopy);
      } catch {
        return undefined;
      }
    },
    write(accountId: string, stationId: string, copy: LocalCopy): void {
      try {
        storage.setItem(keyOf(accountId, stationId), JSON.stringify(copy));
      } catch {
        // Full, or switched off: the draft on the server is the other copy.
      }
    },
    remove(accountId: string, stationId: string): void {
      try {
        storage.removeItem(keyOf(accountId, stationId));
      } catch {
        // As above.
      }
    },
  };
}
