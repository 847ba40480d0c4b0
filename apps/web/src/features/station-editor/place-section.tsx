import { useTranslation } from "react-i18next";
import { Segmented } from "../../shared/ui/segmented.tsx";
import { FormSection } from "./form-section.tsx";
import type { SectionProps } from "./station-editor.tsx";
import { TextField } from "./text-field.tsx";

export function PlaceSection({ form, refusals, set }: SectionProps) {
  const { t } = useTranslation();
  return (
    <FormSection title={t("form.place")} text={t("form.placeText")}>
      <TextField
        label={t("form.latitude")}
        unit="°"
        inputMode="decimal"
        value={form.latitude}
        refusal={refusals.latitude}
        onChange={(latitude) => set({ latitude })}
      />
      <TextField
        label={t("form.longitude")}
        unit="°"
        inputMode="decimal"
        value={form.longitude}
        refusal={refusals.longitude}
        onChange={(longitude) => set({ longitude })}
      />
      <TextField
        label={t("form.address")}
        maxLength={240}
        value={form.address}
        refusal={refusals.address}
        onChange={(address) => set({ address })}
      />
      <div className="field">
        <span className="label">{t("form.visibility")}</span>
        <Segmented
          label={t("form.visibility")}
          value={form.visibility}
          options={[
            { value: "concealed" as const, text: t("form.concealed") },
            { value: "public" as const, text: t("form.public") },
          ]}
          onChange={(visibility) => set({ visibility })}
        />
        <span className="hint">{t("form.visibilityHint")}</span>
      </div>
    </FormSection>
  );
}
