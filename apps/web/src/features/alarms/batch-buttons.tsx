import { useTranslation } from "react-i18next";
import type { BatchAct } from "./use-batch.ts";

const acts: readonly BatchAct[] = ["clear", "acknowledge", "force"];

interface BatchButtonsProps {
  readonly isBusy: boolean;
  readonly onAct: (act: BatchAct) => void;
}

/** What can be done with the selected alarms. */
export function BatchButtons({ isBusy, onAct }: BatchButtonsProps) {
  const { t } = useTranslation();
  return acts.map((act) => (
    <button
      key={act}
      type="button"
      className="button"
      {...(act === "force" && { "data-kind": "danger" })}
      disabled={isBusy}
      onClick={() => onAct(act)}
    >
      {t(`alarms.act.${act}`)}
    </button>
  ));
}
