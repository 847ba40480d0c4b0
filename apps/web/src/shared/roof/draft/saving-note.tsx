import { useTranslation } from "react-i18next";
import { useShown } from "../../api/shown-refusals.ts";
import { formatClock } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import type { SavingState } from "./use-draft-saving.ts";

interface SavingNoteProps {
  readonly state: SavingState;
  readonly timeZone: string;
  readonly onRetry: () => void;
}

/** Whether the draft is saved, and where. */
export function SavingNote({ state, timeZone, onRetry }: SavingNoteProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  useShown("error" in state ? state.error : undefined);
  const text = (): string => {
    if (state.kind === "saved")
      return state.at === undefined
        ? ""
        : t("layoutEditor.saved", { at: formatClock(state.at, timeZone, tag) });
    if (state.kind === "refused") return state.error.message;
    return t(`layoutEditor.saving.${state.kind}`);
  };
  const isFailed = state.kind === "offline" || state.kind === "refused" || state.kind === "conflict";
  return (
    <span className={isFailed ? "refusal" : "note"} role="status">
      {text()}{" "}
      {isFailed && (
        <button type="button" className="link-button" onClick={onRetry}>
          {t("action.retry")}
        </button>
      )}
    </span>
  );
}
