import type { Kill } from "./check.ts";
import type { Fault } from "./moments.ts";

/** In this seed some units miss the first commands. */
const kill: Kill = {
  seed: 9,
  target: "server",
  press: "stop",
  moment: "send",
  isLate: false,
  isReal: false,
};

/** What each fault breaks, and a kill that shows it. */
export const CAUGHT: Record<Fault, { violation: string; kill: Kill }> = {
  "acknowledged-is-proven": { violation: "is shown open and is closed", kill },
  "sent-twice": { violation: "a reset had two effects", kill: { ...kill, press: "reset" } },
  "sent-late": {
    violation: "a reset came after its deadline",
    kill: { ...kill, press: "reset", moment: "publish", isLate: true },
  },
  "sent-once": { violation: "a held unit was not told until it was proven", kill },
};
