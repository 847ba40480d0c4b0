import { formatSecond } from "../base/format/times.ts";

// One column has entries of plants in all time zones.
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

export const isInstant = (text: string): boolean => instant.test(text);

/** An instant to the second, on the viewer's own clock. */
export const formatMoment = (at: string, tag: string): string =>
  formatSecond(Date.parse(at), viewerZone, tag);
