import { useTranslation } from "react-i18next";
import { askConfirm } from "../ui/dialog/asking.ts";

interface LeaveInput {
  readonly form: {
    readonly isDirty: boolean;
    readonly isBusy: boolean;
    readonly discard: () => void;
    readonly release: () => void;
  };
  readonly onLeave: () => void;
}

/** Leaves a form without sending it, after a confirmation where something was typed: the input and its draft are discarded. */
export function useLeave({ form, onLeave }: LeaveInput): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    if (form.isDirty) {
      const result = await askConfirm({
        title: t("asking.leaveTitle"),
        text: t("asking.leaveText"),
        confirmText: t("asking.leave"),
        kind: "danger",
      });
      if (result !== "confirm") return;
    }
    if (form.isDirty || form.isBusy) form.discard();
    form.release();
    onLeave();
  };
}
