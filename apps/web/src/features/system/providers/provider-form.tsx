import { endpoints } from "virtual:endpoints";
import { schema as addSchema } from "virtual:form/provider.add";
import { schema as updateSchema } from "virtual:form/provider.update";
import type { Provider } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { dropPath } from "../../../shared/api/queries.ts";
import { regionName } from "../../../shared/base/format/regions.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { FormSchema } from "../../../shared/form/schema.ts";
import type { Control } from "../../../shared/ui/form/control.ts";
import { QrPictureField } from "./qr-picture-field.tsx";

/** The contact that is edited; without a row, a new one. */
export interface Edited {
  readonly row: Provider | undefined;
}

export function ProviderForm({ edited: { row }, onClose }: { edited: Edited; onClose: () => void }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const fields = {
    countryOrRegion: { labelKey: "providers.region", sayChoice: (code: string) => regionName(code, tag) },
    serviceEmail: { labelKey: "providers.email" },
    text: { labelKey: "providers.text", hintKey: "providers.textHint", isMultiline: true },
    qrPictureId: {
      labelKey: "providers.code",
      render: (control: Control) => <QrPictureField {...control} savedId={row?.qrPictureId ?? undefined} />,
    },
  } as const;
  // Someone else may have changed it: what is on screen afterwards is what the server has.
  function leave(): void {
    void dropPath(endpoints.provider.list.path);
    onClose();
  }
  const inOrder = (schema: FormSchema) => sortChoices(schema, (code) => regionName(code, tag), tag);
  const shared = { fields, submitText: t("providers.save"), onClose: leave, onDone: onClose };
  if (row === undefined)
    return (
      <FormDialog
        {...shared}
        title={t("providers.addTitle")}
        endpoint={endpoints.provider.add}
        schema={inOrder(addSchema)}
      />
    );
  return (
    <FormDialog
      {...shared}
      title={t("providers.editTitle")}
      endpoint={endpoints.provider.update}
      schema={inOrder(updateSchema)}
      initial={row}
      fixed={{ providerId: row.providerId, revision: row.revision }}
    />
  );
}

/** The same form with what can be chosen in the order of its names. */
function sortChoices(schema: FormSchema, nameOf: (choice: string) => string, tag: string): FormSchema {
  const { compare } = new Intl.Collator(tag);
  const fields = schema.fields.map((field) =>
    field.kind === "choice"
      ? { ...field, choices: [...field.choices].sort((one, other) => compare(nameOf(one), nameOf(other))) }
      : field,
  );
  return { ...schema, fields };
}
