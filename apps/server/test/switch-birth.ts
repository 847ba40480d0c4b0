import type { Birth } from "@heliograph/protocol";
import { createBirth } from "./link.ts";

/** A birth of optimizers whose reports have a switch and its voltages. */
export function createSwitchBirth(sn: string, unitCount: number): Birth {
  const birth = createBirth(
    sn,
    Array.from({ length: unitCount }, (_, at) => `${sn}-U${at + 1}`),
  );
  return {
    ...birth,
    columns: {
      ...birth.columns,
      "3": [
        ["dt", "s", 1],
        ["vi", "V", 0.01],
        ["vo", "V", 0.01],
        ["sw", "", 1],
      ],
    },
  };
}
