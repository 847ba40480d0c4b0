import { useTranslation } from "react-i18next";
import { Icon } from "../content/icon.tsx";

interface UpdatingMarkProps {
  /** Shown while true; nothing otherwise. */
  readonly isUpdating: boolean;
  /** The sign alone, for a table's cell. */
  readonly isCompact?: boolean;
}

/** Mark of an energy that is still incomplete; explained by a tooltip and to screen readers. */
export function UpdatingMark({ isUpdating, isCompact = false }: UpdatingMarkProps) {
  const { t } = useTranslation();
  if (!isUpdating) return null;
  return (
    <span className="updating" title={t("updating.title")}>
      <Icon name="update" />
      <span className={isCompact ? "visually-hidden" : undefined}>{t("updating.mark")}</span>
    </span>
  );
}
