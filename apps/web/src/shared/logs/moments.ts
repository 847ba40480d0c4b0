// What happened on plants of all zones stands in one column.
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

export const isInstant = (text: string): boolean => instant.test(text);

const formatters = new Map<string, Intl.DateTimeFormat>();

/** An instant to the second, on the viewer's own clock: of two rows of one minute it is seen which came first. */
export function formatSecond(at: string, tag: string): string {
  let formatter = formatters.get(tag);
  if (formatter === undefined) {
    const two = "2-digit";
    formatter = new Intl.DateTimeFormat(tag, {
      timeZone: viewerZone,
      year: "numeric",
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      hourCycle: "h23",
    });
    formatters.set(tag, formatter);
  }
  return formatter.format(Date.parse(at));
}
