import type { ImportField } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { StoredImport } from "./imports.repository.ts";

/** Whether cells or columns of a checked import have changed since its last check. */
export const hasChangedSince = (
  stored: Pick<StoredImport, "state" | "columns">,
  columns: readonly (ImportField | null)[],
): boolean =>
  stored.columns !== null &&
  (stored.state === "read" || JSON.stringify(stored.columns) !== JSON.stringify(columns));

/** Throws A0440 once the import is written. */
export function refuseWritten({ state }: Pick<StoredImport, "state">): void {
  if (state === "written") throw new AppError("A0440", { messageKey: "deviceImport.written" });
}
