import type { CurrentMaintenance } from "@heliograph/contract";
import { useState } from "react";
import { readPrefs, writePrefs } from "../../shared/base/theme/prefs.ts";

type PopUp = CurrentMaintenance["popUps"][number];

/** More than are ever announced at a time; older ones are over. */
const MAX_DISMISSED = 20;

// A changed pop-up is shown again.
const keyOf = ({ maintenanceId, version }: PopUp): string => `${maintenanceId}.${version}`;

/** Which announced pop-ups the user has dismissed in this browser (R9.5: `prefs`). */
export function useDismissed(): {
  readonly isDismissed: (popUp: PopUp) => boolean;
  readonly dismiss: (popUp: PopUp) => void;
} {
  const [keys, setKeys] = useState<readonly string[]>(() => readPrefs().dismissed ?? []);
  return {
    isDismissed: (popUp) => keys.includes(keyOf(popUp)),
    dismiss(popUp) {
      const dismissed = [...(readPrefs().dismissed ?? []), keyOf(popUp)].slice(-MAX_DISMISSED);
      writePrefs({ dismissed });
      setKeys(dismissed);
    },
  };
}
