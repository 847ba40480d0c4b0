import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { askText } from "../ui/dialog/asking.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import type { Safety } from "./safety-texts.ts";
import { usePress } from "./use-press.tsx";

type KeepMark = Safety["marks"][number];

interface KeepMarksProps {
  readonly plant: { readonly stationId: string; readonly timeZone: string };
  readonly marks: readonly KeepMark[];
  /** Whether marks of others can be ended here, by those who may. */
  readonly mayEnd: boolean;
}

/** Who wants the plant to stay shut down: a reset is refused while there is one. One's own is withdrawn among the actions. */
export function KeepMarks({ plant: { stationId, timeZone }, marks, mayEnd }: KeepMarksProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const release = usePress(endpoints.safety.release);
  if (marks.length === 0) return null;

  async function askEnd({ markId }: KeepMark, name: string): Promise<void> {
    const reason = await askText({
      title: t("safety.endMark.title", { name }),
      label: t("safety.release.reason"),
      text: t("safety.endMark.text"),
      confirmText: t("safety.action.endMark"),
      maxLength: 200,
    });
    if (reason !== undefined) release.mutate({ stationId, markId, reason });
  }

  return (
    <>
      <ul className="safety-units">
        {marks.map((mark) => {
          const name = mark.byName ?? t("safety.someone");
          const at = formatSecond(Date.parse(mark.markedAt), timeZone, tag);
          return (
            <li key={mark.markId} className="safety-unit">
              <p className="safety-unit-name">
                <StatusMark variant="warning" text={t("safety.markedBy", { name, at })} />
                {mark.note !== "" && <span>{mark.note}</span>}
              </p>
              {mayEnd && mark.mayRelease && !mark.isMine && (
                <button
                  type="button"
                  className="button"
                  disabled={release.isPending}
                  aria-label={t("safety.endMark.of", { name })}
                  onClick={() => void askEnd(mark, name)}
                >
                  {t("safety.action.endMark")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {release.note}
    </>
  );
}
