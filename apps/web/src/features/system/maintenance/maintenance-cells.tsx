import type { MaintenanceRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import { useMaintenanceActions } from "./use-maintenance-actions.ts";

/** What a dialog is open for: the form of a row or of a new one, or the sentences people will read. */
export type Opened =
  | { readonly kind: "form"; readonly row: MaintenanceRow | undefined }
  | { readonly kind: "sentences"; readonly row: MaintenanceRow };
export type OnOpen = (opened: Opened) => void;

export function RowSwitch({ row }: { row: MaintenanceRow }) {
  const { t } = useTranslation();
  const { toggle } = useMaintenanceActions();
  // What is over can only be switched off; its times are what would have to change.
  const isDead = row.phase === "over" && !row.isOn;
  return (
    <input
      type="checkbox"
      role="switch"
      className="maintenance-switch"
      checked={row.isOn}
      aria-checked={row.isOn}
      disabled={isDead}
      aria-label={t("maintenance.list.switch", { name: row.name })}
      {...(isDead && { title: t("maintenance.list.overHint") })}
      onChange={() => void toggle(row)}
    />
  );
}

export function RowActions({ row, onOpen }: { row: MaintenanceRow; onOpen: OnOpen }) {
  const { t } = useTranslation();
  const { remove } = useMaintenanceActions();
  const { name } = row;
  const buttons = [
    {
      icon: "document",
      label: t("maintenance.list.sentences", { name }),
      act: () => onOpen({ kind: "sentences", row }),
    },
    { icon: "edit", label: t("maintenance.list.edit", { name }), act: () => onOpen({ kind: "form", row }) },
    { icon: "trash", label: t("maintenance.list.delete", { name }), act: () => void remove(row) },
  ] as const;
  return (
    <span className="maintenance-actions">
      {buttons.map(({ icon, label, act }) => (
        <IconButton key={icon} icon={icon} label={label} isQuiet onClick={act} />
      ))}
    </span>
  );
}
