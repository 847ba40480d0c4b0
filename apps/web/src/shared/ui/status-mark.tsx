import type { PlantStatus } from "@heliograph/contract";
import { useTranslation } from "react-i18next";

export type MarkStatus = PlantStatus | "online";

const shapes: Record<MarkStatus, React.ReactNode> = {
  normal: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  online: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  warning: <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" />,
  alarm: <path d="M6 0l6 6-6 6-6-6z" fill="currentColor" />,
  fault: <path d="M2 2l8 8M10 2l-8 8" stroke="currentColor" strokeWidth="2.800" strokeLinecap="square" />,
  offline: <circle cx="6" cy="6" r="4.200" fill="none" stroke="currentColor" strokeWidth="2.200" />,
  waiting: (
    <circle
      cx="6"
      cy="6"
      r="4.200"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.200"
      strokeDasharray="3.300 3.300"
    />
  ),
  "shut-down": <rect x="1" y="1" width="10" height="10" rx="1.600" fill="currentColor" />,
};

/** A status as colour, shape and word, so that none of them is needed to read it. */
export function StatusMark({ status, isAsleep = false }: { status: MarkStatus; isAsleep?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="status" data-status={status}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {shapes[status]}
      </svg>
      {isAsleep ? t("status.asleep") : t(`status.${status}`)}
    </span>
  );
}
