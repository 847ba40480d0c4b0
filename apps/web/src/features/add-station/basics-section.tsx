import type { MeteringLevel } from "@heliograph/contract";
import { DatePicker, Select } from "antd";
import dayjs from "dayjs";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";
import type { SectionProps } from "./add-station-page.tsx";
import { FormSection } from "./form-section.tsx";
import { TextField } from "./text-field.tsx";

const levels: readonly MeteringLevel[] = ["module", "string", "ac-meter"];

export function BasicsSection({ form, refusals, set }: SectionProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const zones = useMemo(
    () => Intl.supportedValuesOf("timeZone").map((value) => ({ value, label: value })),
    [],
  );
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: "currency" });
    return Intl.supportedValuesOf("currency").map((value) => ({
      value,
      label: `${value} · ${names.of(value)}`,
    }));
  }, [tag]);
  return (
    <FormSection title={t("form.basics")} text={t("form.basicsText")}>
      <TextField
        label={t("form.name")}
        isNeeded
        maxLength={120}
        value={form.name}
        refusal={refusals.name}
        onChange={(name) => set({ name })}
      />
      <TextField
        label={t("form.capacity")}
        isNeeded
        unit="kWp"
        inputMode="decimal"
        value={form.capacity}
        refusal={refusals.installedCapacityKwp}
        onChange={(capacity) => set({ capacity })}
      />
      <Field
        label={t("form.gridDate")}
        isNeeded
        hint={t("form.gridDateHint")}
        refusal={refusals.gridConnectionDate}
      >
        {(attributes) => (
          <DatePicker
            {...attributes}
            {...(attributes["aria-invalid"] && { status: "error" })}
            value={form.gridDate === "" ? null : dayjs(form.gridDate)}
            onChange={(value) => set({ gridDate: value?.format("YYYY-MM-DD") ?? "" })}
          />
        )}
      </Field>
      <Field label={t("form.timeZone")} isNeeded hint={t("form.timeZoneHint")} refusal={refusals.timeZone}>
        {(attributes) => (
          <Select
            {...attributes}
            showSearch
            options={zones}
            value={form.timeZone}
            onChange={(timeZone) => set({ timeZone })}
          />
        )}
      </Field>
      <Field label={t("form.currency")} isNeeded refusal={refusals.currency}>
        {(attributes) => (
          <Select
            {...attributes}
            showSearch={{ optionFilterProp: "label" }}
            options={currencies}
            value={form.currency}
            onChange={(currency) => set({ currency })}
          />
        )}
      </Field>
      <div className="field">
        <span className="label">{t("form.level")}</span>
        <Segmented
          label={t("form.level")}
          value={form.meteringLevel}
          options={levels.map((value) => ({ value, text: t(`level.${value}`) }))}
          onChange={(meteringLevel) => set({ meteringLevel })}
        />
        <span className="hint">{t("form.levelHint")}</span>
      </div>
    </FormSection>
  );
}
