import { formatAgo, formatDateTime } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { useNow } from "../../base/use-now.ts";
import { toServerTime } from "../../session/server-time.ts";
import { Missing } from "./quantity.tsx";

/** Now on the server's clock. */
export function useServerNow(): number {
  return toServerTime(useNow());
}

/** Time since an instant; the instant itself, in the plant's zone, in the tooltip. */
export function TimeAgo({ at, timeZone }: { at: string | null; timeZone: string }) {
  const now = useServerNow();
  const { tag } = useLocale();
  if (at === null) return <Missing />;
  const seenAt = Date.parse(at);
  return (
    <time className="quantity" dateTime={at} title={`${formatDateTime(seenAt, timeZone, tag)} ${timeZone}`}>
      {formatAgo(seenAt, now, tag)}
    </time>
  );
}
