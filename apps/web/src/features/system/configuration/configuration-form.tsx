import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/configuration.update";
import type { DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { SchemaForm } from "../../../shared/form/schema-form.tsx";
import type { Control } from "../../../shared/ui/form/control.ts";
import { LanguageList } from "./language-list.tsx";

const server = (name: "china" | "international" | "southeastAsia") =>
  ({ labelKey: `configuration.${name}`, hintKey: "configuration.serverHint", autoComplete: "off" }) as const;

const fields = {
  brand: { labelKey: "configuration.brand", hintKey: "configuration.brandHint" },
  minimumWidth: {
    labelKey: "configuration.minimumWidth",
    hintKey: "configuration.minimumWidthHint",
    unit: "px",
  },
  "servers.china": server("china"),
  "servers.international": server("international"),
  "servers.southeastAsia": server("southeastAsia"),
  agreementVersion: { labelKey: "configuration.agreementVersion", hintKey: "configuration.agreementHint" },
  "storeLinks.ios": { labelKey: "configuration.ios", hintKey: "configuration.storeHint" },
  "storeLinks.android": { labelKey: "configuration.android", hintKey: "configuration.storeHint" },
  mapTileUrl: {
    labelKey: "configuration.mapTileUrl",
    hintKey: "configuration.mapTileHint",
    autoComplete: "off",
  },
  mapAttribution: { labelKey: "configuration.mapAttribution", hintKey: "configuration.mapAttributionHint" },
  languages: {
    labelKey: "configuration.languages",
    hintKey: "configuration.languagesHint",
    render: (control: Control) => <LanguageList {...control} />,
  },
} as const;

interface ConfigurationFormProps {
  readonly begun: DataOf<typeof endpoints.configuration.get>;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onDone: (saved: DataOf<typeof endpoints.configuration.update>) => void;
}

export function ConfigurationForm({ begun, onDirty, onDone }: ConfigurationFormProps) {
  const { t } = useTranslation();
  return (
    <SchemaForm
      endpoint={endpoints.configuration.update}
      schema={schema}
      fields={fields}
      initial={begun}
      fixed={{ revision: begun.revision }}
      submitText={t("configuration.save")}
      onDirty={onDirty}
      onDone={onDone}
      isPaired
    />
  );
}
