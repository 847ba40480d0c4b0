import type { PlantStatus } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../auth/allowed.tsx";
import "./alarms-link.css";

/** Statuses that an alarm explains. */
export const troubles: ReadonlySet<PlantStatus> = new Set(["fault", "alarm", "warning"]);

interface AlarmsLinkProps {
  readonly status: PlantStatus;
  /** Of the alarms that explain the status. */
  readonly address: string;
  readonly children: ReactNode;
}

/** A status that leads to the alarms which explain it, for users who can view alarms. */
export function AlarmsLink({ status, address, children }: AlarmsLinkProps) {
  const { t } = useTranslation();
  const canSee = useCan("alarm:read") === true;
  if (!canSee || !troubles.has(status)) return children;
  return (
    <Link className="alarms-link" to={address} title={t("title.plantAlarms")}>
      {children}
    </Link>
  );
}
