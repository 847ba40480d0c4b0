import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/apiKey.add";
import type { ApiKeyPermission, ApiKeyRow, DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FormValues } from "../../shared/form/values.ts";
import { viewerZone } from "../../shared/logs/moments.ts";
import type { Control } from "../../shared/ui/form/control.ts";
import { PlantsPick } from "../../shared/ui/form/pick/picks.tsx";
import { TickList } from "../../shared/ui/form/tick-list.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { areaOf } from "./api-key-columns.tsx";

const DAY_MS = 86_400_000;
const permissions: readonly ApiKeyPermission[] = ["station:read", "device:read", "alarm:read"];
const start = { permissionIds: ["station:read"], plants: "all", stationIds: [], days: 90, mqtt: false };

/** When the key will expire, below the number of days. */
function Expiry({ days }: { readonly days: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  if (!Number.isInteger(days) || days < 1 || days > 366) return null;
  const at = formatDateTime(now + days * DAY_MS, viewerZone, tag);
  return (
    <div className="field">
      <span className="hint">{t("apiKeys.form.expires", { at })}</span>
    </div>
  );
}

interface ApiKeyFormProps {
  /** Whether this server has an address where keys subscribe by MQTT. */
  readonly isMqttOffered: boolean;
  readonly onClose: () => void;
  readonly onAdded: (added: DataOf<typeof endpoints.apiKey.add>) => void;
}

/** A new key; the password is confirmed before it is created. */
export function ApiKeyForm({ isMqttOffered, onClose, onAdded }: ApiKeyFormProps) {
  const { t } = useTranslation();
  const fields = {
    name: { labelKey: "apiKeys.form.name", hintKey: "apiKeys.form.nameHint" },
    permissionIds: {
      labelKey: "apiKeys.form.rights",
      hintKey: "apiKeys.form.rightsHint",
      render: (control: Control) => (
        <TickList
          {...control}
          label={t("apiKeys.form.rights")}
          options={permissions.map((one) => ({ value: one, text: t(`apiKeys.permission.${areaOf(one)}`) }))}
        />
      ),
    },
    plants: {
      labelKey: "apiKeys.form.plants",
      sayChoice: (choice: string) => t(`apiKeys.plantsOf.${choice as ApiKeyRow["plants"]}`),
    },
    stationIds: {
      labelKey: "apiKeys.form.chosen",
      isRequired: true,
      isShown: (values: FormValues) => values.plants === "chosen",
      render: (control: Control) => <PlantsPick control={control} chosen={[]} />,
    },
    mqtt: {
      labelKey: "apiKeys.form.mqtt",
      hintKey: ({ permissionIds }: FormValues) =>
        (permissionIds as readonly string[]).includes("alarm:read")
          ? "apiKeys.form.mqttHintAlarms"
          : "apiKeys.form.mqttHint",
      isShown: () => isMqttOffered,
    },
    days: { labelKey: "apiKeys.form.days" },
  } as const;
  return (
    <FormDialog
      fields={fields}
      submitText={t("apiKeys.add")}
      onClose={onClose}
      title={t("apiKeys.add")}
      endpoint={endpoints.apiKey.add}
      schema={schema}
      initial={start}
      note={({ days }) => <Expiry days={Number(days)} />}
      onDone={onAdded}
    />
  );
}
