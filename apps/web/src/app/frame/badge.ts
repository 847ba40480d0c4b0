/** R9.4. */
const MOST = 99;

export const formatBadge = (count: number): string => (count > MOST ? `${MOST}+` : String(count));
