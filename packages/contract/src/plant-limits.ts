/** Largest installed capacity of a plant, in kWp. */
export const MAX_CAPACITY_KWP = 10_000_000;
/** Characters of the name of an exported file, without its extension. */
export const MAX_EXPORT_NAME = 80;
