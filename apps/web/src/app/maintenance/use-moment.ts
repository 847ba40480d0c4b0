import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";

/** Writes an instant as date and time in the viewer's zone and language. */
export function useMoment(): (at: string) => string {
  const { tag } = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (at) => formatDateTime(Date.parse(at), timeZone, tag);
}
