import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { useIsSafetyLive } from "../live/live.ts";
import { toServerTime } from "../session/server-time.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { useIsOutdated } from "./use-safety.ts";

interface LiveNoticeProps {
  /** When the state was read, ms. */
  readonly readAt: number;
  readonly timeZone: string;
}

/** Says that changes of a shutdown are not pushed, and of when its state is once it cannot be read either. */
export function LiveNotice({ readAt, timeZone }: LiveNoticeProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const isLive = useIsSafetyLive();
  const isOutdated = useIsOutdated(readAt);
  if (isLive) return null;
  const at = formatSecond(toServerTime(readAt), timeZone, tag);
  return (
    <p role="status">
      <StatusMark variant="warning" text={isOutdated ? t("safety.outdated", { at }) : t("safety.notLive")} />
    </p>
  );
}
