import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/webhook.add";
import { schema as updateSchema } from "virtual:form/webhook.update";
import type { DataOf, WebhookEventKind, WebhookRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { FormValues } from "../../shared/form/values.ts";
import type { Control } from "../../shared/ui/form/control.ts";
import { PlantsPick } from "../../shared/ui/form/pick/picks.tsx";
import { TickList } from "../../shared/ui/form/tick-list.tsx";

const kinds: readonly WebhookEventKind[] = ["raised", "ended", "cleared"];
const start = { plants: "all", stationIds: [], minSeverity: "alarm", events: kinds };

interface WebhookFormProps {
  /** Without one, a new one is added. */
  readonly webhook?: WebhookRow;
  readonly onClose: () => void;
  /** With the secret of a new one. */
  readonly onAdded?: (added: DataOf<typeof endpoints.webhook.add>) => void;
}

export function WebhookForm({ webhook, onClose, onAdded }: WebhookFormProps) {
  const { t } = useTranslation();
  const chosen = (webhook?.chosenPlants ?? []).map(({ stationId, stationName }) => ({
    value: stationId,
    label: stationName,
  }));
  const fields = {
    name: { labelKey: "webhooks.form.name" },
    url: { labelKey: "webhooks.form.url", hintKey: "webhooks.form.urlHint", isMono: true },
    plants: {
      labelKey: "webhooks.form.plants",
      sayChoice: (choice: string) => t(`webhooks.plantsOf.${choice as WebhookRow["plants"]}`),
    },
    stationIds: {
      labelKey: "webhooks.form.chosen",
      isRequired: true,
      isShown: (values: FormValues) => values.plants === "chosen",
      render: (control: Control) => <PlantsPick control={control} chosen={chosen} />,
    },
    minSeverity: {
      labelKey: "webhooks.form.minSeverity",
      sayChoice: (choice: string) => t(`webhooks.severities.${choice as WebhookRow["minSeverity"]}`),
    },
    events: {
      labelKey: "webhooks.form.events",
      render: (control: Control) => (
        <TickList
          {...control}
          label={t("webhooks.form.events")}
          options={kinds.map((kind) => ({ value: kind, text: t(`webhooks.form.eventOf.${kind}`) }))}
        />
      ),
    },
  } as const;
  const shared = { fields, submitText: t("webhooks.save"), onClose };
  if (webhook === undefined)
    return (
      <FormDialog
        {...shared}
        title={t("webhooks.addTitle")}
        endpoint={endpoints.webhook.add}
        schema={addSchema}
        initial={start}
        onDone={(added) => onAdded?.(added)}
      />
    );
  return (
    <FormDialog
      {...shared}
      title={t("webhooks.editTitle")}
      endpoint={endpoints.webhook.update}
      schema={updateSchema}
      initial={{ ...webhook, stationIds: chosen.map(({ value }) => value) }}
      fixed={{ webhookId: webhook.webhookId }}
      onDone={onClose}
    />
  );
}
