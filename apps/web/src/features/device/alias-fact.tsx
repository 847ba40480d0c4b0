import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/devicePage.update";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import { Fact } from "../../shared/ui/content/facts.tsx";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import { rereadSettings, toSettingsRow } from "./settings-row.ts";

// The form of all fields of a device can remove the alias; this dialog sets one.
const fields = {
  alias: { labelKey: "devicePage.alias", hintKey: "device.aliasHint", isRequired: true },
} as const;

/** The alias of a device, and a dialog to set it. */
export function AliasFact({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { deviceId, sn, alias } = device;
  const { data: settings } = useQuery(queryOf(endpoints.devicePage.settings, { deviceId }));
  const close = () => setOpen(false);
  return (
    <Fact name={t("devicePage.alias")}>
      {alias || <Missing />}
      {settings?.mayEdit === true && (
        <IconButton icon="edit" label={t("deviceEdit.setAlias")} isQuiet onClick={() => setOpen(true)} />
      )}
      {isOpen && settings !== undefined && (
        <FormDialog
          title={t("deviceEdit.aliasOf", { sn })}
          endpoint={endpoints.devicePage.update}
          schema={schema}
          fields={fields}
          {...toSettingsRow(settings)}
          sendsChanges
          reread={() => rereadSettings(deviceId)}
          submitText={t("deviceEdit.save")}
          onClose={close}
          onDone={close}
        />
      )}
    </Fact>
  );
}
