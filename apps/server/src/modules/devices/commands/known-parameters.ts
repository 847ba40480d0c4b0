import { MCON_PARAMETERS } from "@heliograph/contract/mcon-parameters";

/** Names that are stored: a gateway could otherwise fill the table with names of its own. */
export const KNOWN_PARAMETERS: readonly string[] = [
  ...Object.keys(MCON_PARAMETERS),
  "relay",
  "reportInterval",
  "timeSource",
];
