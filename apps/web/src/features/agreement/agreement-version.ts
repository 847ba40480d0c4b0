/** Rises with every change of meaning; a correction of a word does not count. */
export const agreementVersion = "1.0";
export const agreementDate = new Date("2026-11-21T00:00:00Z");
