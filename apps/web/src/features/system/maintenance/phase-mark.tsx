import type { MaintenancePhase } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const ring = <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" strokeWidth="2.2" />;

const shapes: Record<MaintenancePhase, ReactNode> = {
  off: ring,
  scheduled: (
    <path
      d="M6 11.200a5.200 5.200 0 1 0 0-10.400 5.200 5.200 0 0 0 0 10.400M6 3.200V6l2 1.400"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    />
  ),
  announced: <path d="M6 .8l5.600 10.400H.4z" fill="currentColor" />,
  running: <rect x="1" y="1" width="10" height="10" rx="1.6" fill="currentColor" />,
  over: <path d="M1.500 6.500l3 3 6-7" fill="none" stroke="currentColor" strokeWidth="2.2" />,
};

/** Where a pop-up stands, as colour, shape and word. */
export function PhaseMark({ phase }: { phase: MaintenancePhase }) {
  const { t } = useTranslation();
  return (
    <span className="status maintenance-phase" data-phase={phase}>
      <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
        {shapes[phase]}
      </svg>
      {t(`maintenance.phase.${phase}`)}
    </span>
  );
}
