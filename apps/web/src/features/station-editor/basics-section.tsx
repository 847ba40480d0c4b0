import type { MeteringLevel } from "@heliograph/contract";
import { Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../shared/format/times.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { DayInput } from "../../shared/ui/date-inputs.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";
import { FixedField } from "./fixed-field.tsx";
import { FormSection } from "./form-section.tsx";
import type { SectionProps } from "./station-editor.tsx";
import { TextField } from "./text-field.tsx";
import { ZoneSelect } from "./zone-select.tsx";

const levels: readonly MeteringLevel[] = ["module", "string", "ac-meter"];

export function BasicsSection({ form, refusals, fixed, set }: SectionProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
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
      {fixed.gridDate !== undefined ? (
        <FixedField label={t("form.gridDate")} value={formatDay(form.gridDate, tag)} why={fixed.gridDate} />
      ) : (
        <Field
          label={t("form.gridDate")}
          isNeeded
          hint={t("form.gridDateHint")}
          refusal={refusals.gridConnectionDate}
        >
          {(attributes) => (
            <DayInput
              attributes={attributes}
              value={form.gridDate}
              onChange={(gridDate) => set({ gridDate })}
            />
          )}
        </Field>
      )}
      {fixed.timeZone !== undefined ? (
        <FixedField label={t("form.timeZone")} value={form.timeZone} why={fixed.timeZone} />
      ) : (
        <Field label={t("form.timeZone")} isNeeded hint={t("form.timeZoneHint")} refusal={refusals.timeZone}>
          {(attributes) => (
            <ZoneSelect
              attributes={attributes}
              value={form.timeZone}
              longitude={form.longitude}
              onChange={(timeZone) => set({ timeZone })}
            />
          )}
        </Field>
      )}
      {fixed.currency !== undefined ? (
        <FixedField label={t("form.currency")} value={form.currency} why={fixed.currency} />
      ) : (
        <Field label={t("form.currency")} isNeeded refusal={refusals.currency}>
          {(attributes) => (
            <Select
              {...attributes}
              {...(attributes["aria-invalid"] && { status: "error" })}
              showSearch={{ optionFilterProp: "label" }}
              options={currencies}
              value={form.currency}
              onChange={(currency) => set({ currency })}
            />
          )}
        </Field>
      )}
      {fixed.meteringLevel !== undefined ? (
        <FixedField
          label={t("form.level")}
          value={t(`level.${form.meteringLevel}`)}
          why={fixed.meteringLevel}
        />
      ) : (
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
      )}
    </FormSection>
  );
}
