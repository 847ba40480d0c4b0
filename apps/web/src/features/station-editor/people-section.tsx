import { useTranslation } from "react-i18next";
import { FormSection } from "./form-section.tsx";
import type { SectionProps } from "./station-editor.tsx";
import { TextField } from "./text-field.tsx";

export function PeopleSection({ form, refusals, set }: SectionProps) {
  const { t } = useTranslation();
  return (
    <FormSection title={t("form.people")} text={t("form.peopleText")}>
      <TextField
        label={t("form.person")}
        isNeeded
        maxLength={80}
        value={form.person}
        refusal={refusals.personInCharge}
        onChange={(person) => set({ person })}
      />
      <TextField
        label={t("form.phone")}
        isNeeded
        type="tel"
        value={form.phone}
        refusal={refusals.phone}
        onChange={(phone) => set({ phone })}
      />
      <TextField
        label={t("form.installer")}
        maxLength={120}
        value={form.installer}
        refusal={refusals.installer}
        onChange={(installer) => set({ installer })}
      />
      <TextField
        label={t("form.email")}
        type="email"
        value={form.email}
        refusal={refusals.email}
        onChange={(email) => set({ email })}
      />
    </FormSection>
  );
}
