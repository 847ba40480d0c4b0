import { endpoints } from "virtual:endpoints";
import type { Firmware } from "@heliograph/contract";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { dropPath, useChange } from "../../../shared/api/queries.ts";
import { download } from "../../../shared/tasks/download.ts";
import { startTask } from "../../../shared/tasks/tasks.ts";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";

/** Downloading, and deleting after a confirmation. */
export function useFirmwareActions() {
  const { t } = useTranslation();
  const { mutateAsync: eraseAsync } = useChange(endpoints.firmware.delete);

  const save = useCallback(({ firmwareId, name }: Firmware): void => {
    startTask({
      title: name,
      async run(signal) {
        const response = await call(endpoints.firmware.download, { query: { firmwareId }, signal });
        if (response !== undefined) download({ name, blob: response.data });
        return undefined;
      },
    });
  }, []);

  const remove = useCallback(
    async ({ firmwareId, name }: Firmware): Promise<void> => {
      const result = await askConfirm({
        title: t("firmware.deleteTitle", { name }),
        text: t("firmware.deleteText"),
        confirmText: t("firmware.delete"),
        kind: "danger",
      });
      if (result !== "confirm") return;
      await eraseAsync({ firmwareId }).catch(() => dropPath(endpoints.firmware.list.path));
    },
    [eraseAsync, t],
  );

  return { save, remove };
}
