import type { AlarmRow } from "@heliograph/contract";
import { useCan } from "../../shared/auth/allowed.tsx";

/** Whether the caller may clear, acknowledge and assign an alarm: by role and by access to its plant. */
export function useMayChange(alarm: Pick<AlarmRow, "mayOperate"> | undefined): boolean {
  return useCan("alarm:clear") === true && alarm?.mayOperate === true;
}
