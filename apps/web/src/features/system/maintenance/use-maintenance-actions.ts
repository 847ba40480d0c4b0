import { endpoints } from "virtual:endpoints";
import type { MaintenanceRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../shared/api/api-error.ts";
import { dropPath, useChange } from "../../../shared/api/queries.ts";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { sessionStore } from "../../../shared/session/current-session.ts";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Someone else was faster, or it is gone: the list shows what there is now. */
const staleCodes: readonly unknown[] = ["A0440", "A0404"];

/** Enabling, disabling and deleting, each after a confirmation. */
export function useMaintenanceActions() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const change = useChange(endpoints.maintenance.switch);
  const removal = useChange(endpoints.maintenance.delete);
  const moment = (at: string): string => formatDateTime(Date.parse(at), viewerZone, tag);

  /** The refusal is on screen already; an outdated list is read again. */
  async function settle(done: Promise<unknown>): Promise<void> {
    try {
      await done;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (staleCodes.includes(error.code)) await dropPath(endpoints.maintenance.list.path);
    }
  }

  function textOfSwitchOn(row: MaintenanceRow): string {
    const [preview, stop, back] = [row.previewAt, row.serviceStopAt, row.serviceRestartAt].map(moment);
    const kind = t(`maintenance.kind.${row.kind}`);
    const isNow = Date.parse(row.serviceStopAt) <= Date.now();
    if (!isNow) return t("maintenance.confirm.onText", { kind, preview, stop, back });
    const session = sessionStore.read();
    const isOwn = session?.isSuper !== true && (session?.endpoint === "APP") === (row.kind === "app");
    const said = t("maintenance.confirm.onNow", { kind, back });
    return isOwn ? `${said} ${t("maintenance.confirm.onSelf")}` : said;
  }

  return {
    async toggle(row: MaintenanceRow): Promise<void> {
      const { name, maintenanceId, version, isOn, phase } = row;
      const question = isOn
        ? {
            title: t("maintenance.confirm.offTitle", { name }),
            text: t(phase === "running" ? "maintenance.confirm.offNow" : "maintenance.confirm.offText"),
            confirmText: t("maintenance.confirm.off"),
          }
        : {
            title: t("maintenance.confirm.onTitle", { name }),
            text: textOfSwitchOn(row),
            confirmText: t("maintenance.confirm.on"),
          };
      if ((await askConfirm(question)) !== "confirm") return;
      await settle(change.mutateAsync({ maintenanceId, version, isOn: !isOn }));
    },

    async remove({ name, maintenanceId, version }: MaintenanceRow): Promise<void> {
      const result = await askConfirm({
        title: t("maintenance.confirm.deleteTitle", { name }),
        text: t("maintenance.confirm.deleteText"),
        confirmText: t("maintenance.confirm.delete"),
        kind: "danger",
      });
      if (result === "confirm") await settle(removal.mutateAsync({ maintenanceId, version }));
    },
  };
}
