/** First instant (UTC) of the first month to keep, when `months` whole months before the current one are kept. */
export function firstKeptMonth(now: number, months: number): Date {
  const today = new Date(now);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months, 1));
}
