import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { EditDialog } from "./edit-dialog.tsx";

/** Opens the form of a device for users who may change it. */
export function EditButton({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data: settings } = useQuery(queryOf(endpoints.devicePage.settings, { deviceId: device.deviceId }));
  if (settings?.mayEdit !== true) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="edit" />
        {t("deviceEdit.edit")}
      </button>
      {isOpen && <EditDialog device={device} settings={settings} onClose={() => setOpen(false)} />}
    </>
  );
}
