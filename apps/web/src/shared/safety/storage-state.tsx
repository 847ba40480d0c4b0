import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import type { Safety } from "./safety-texts.ts";
import { isPressWaiting } from "./safety-texts.ts";

/** What is not in the database yet, said to everyone who sees the plant: a press in the journal, and reports. */
export function StorageState({ safety, timeZone }: { readonly safety: Safety; readonly timeZone: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { pressedAt, hasWaitingReports } = safety.storage;
  return (
    <>
      {pressedAt !== null && isPressWaiting(safety) && (
        <p role="status">
          {t("safety.pressedText", { at: formatSecond(Date.parse(pressedAt), timeZone, tag) })}
        </p>
      )}
      {hasWaitingReports && (
        <p role="status">
          <StatusMark variant="warning" text={t("safety.reportsWait")} />
        </p>
      )}
    </>
  );
}
