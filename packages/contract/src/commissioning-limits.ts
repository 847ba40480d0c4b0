// This file is loaded by the browser: it imports no schema and no library.

/** Serial numbers of a plant's list of expected devices, within the size of a request. */
export const MAX_EXPECTED_DEVICES = 5_000;
export const MAX_EXPECTED_PLACE = 40;
