import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { ReplaceDialog } from "./replace-dialog.tsx";

type Action = "edit" | "replace" | "move" | "remove";

/** What the user may do with a device: change its fields, replace, move or remove it. */
export function DeviceActions({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Action>();
  const { data: settings } = useQuery(queryOf(endpoints.devicePage.settings, { deviceId: device.deviceId }));
  if (settings === undefined) return null;
  const { mayEdit, mayReplace, mayMove, mayRemove } = settings;
  const close = () => setOpen(undefined);
  const button = (action: Action, text: string) => (
    <button type="button" className="button" onClick={() => setOpen(action)}>
      {action === "edit" && <Icon name="edit" />}
      {text}
    </button>
  );
  return (
    <>
      {mayEdit && button("edit", t("deviceEdit.edit"))}
      {mayReplace && button("replace", t("deviceMoves.replace.open"))}
      {mayMove && button("move", t("deviceMoves.move.open"))}
      {mayRemove && button("remove", t("deviceMoves.remove.open"))}
      {open === "edit" && <EditDialog device={device} settings={settings} onClose={close} />}
      {open === "replace" && <ReplaceDialog device={device} onClose={close} />}
      {open === "move" && <MoveDialog device={device} onClose={close} />}
      {open === "remove" && <RemoveDialog device={device} onClose={close} />}
    </>
  );
}
