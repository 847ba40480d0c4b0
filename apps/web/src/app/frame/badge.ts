/** R9.4. */
const MAX_COUNT = 99;

export const formatBadge = (count: number): string => (count > MAX_COUNT ? `${MAX_COUNT}+` : String(count));
