import { sessionStore } from "../api/api.ts";
import { formatAgo, formatDateTime } from "../format/times.ts";
import { useLocale } from "../i18n/i18n.ts";
import { Missing } from "./quantity.tsx";
import { useNow } from "./use-now.ts";

/** Now on the server's clock. */
export function useServerNow(): number {
  return useNow() + (sessionStore.read()?.clockOffsetMs ?? 0);
}

/** How long ago something was seen; the instant itself, in the plant's zone, under the pointer. */
export function Seen({ at, timeZone }: { at: string | null; timeZone: string }) {
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
