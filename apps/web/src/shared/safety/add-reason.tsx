import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { askText } from "../ui/dialog/asking.ts";
import { usePress } from "./use-press.tsx";

interface Pressed {
  readonly operationId: string;
  readonly isMine: boolean;
  readonly isDrill: boolean;
  readonly reason: string;
}

interface AddReasonOptions {
  readonly stationId: string | null;
  readonly operation: Pressed | null;
  readonly title: string;
  readonly isDisabled?: boolean;
}

/** Says why one pressed, afterwards: a press waits for no reason and has one, a drill has its note. `button` is null otherwise. */
export function useAddReason({ stationId, operation, title, isDisabled = false }: AddReasonOptions) {
  const { t } = useTranslation();
  const addReason = usePress(endpoints.safety.addReason);
  const { note } = addReason;
  if (stationId === null || operation === null) return { button: null, note };
  const { operationId, isMine, isDrill, reason } = operation;
  if (!isMine || isDrill || reason !== "") return { button: null, note };

  async function ask(plantId: string): Promise<void> {
    const typed = await askText({
      title,
      label: t("safety.release.reason"),
      text: t("safety.why.text"),
      confirmText: t("safety.action.addReason"),
      maxLength: 200,
    });
    if (typed === undefined) return;
    await addReason.mutateAsync({ stationId: plantId, operationId, reason: typed }).catch(() => undefined);
  }

  const button = (
    <button
      type="button"
      className="button"
      disabled={isDisabled || addReason.isPending}
      onClick={() => void ask(stationId)}
    >
      {t("safety.action.addReason")}
    </button>
  );
  return { button, note };
}
