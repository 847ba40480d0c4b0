import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";
import { FormSection } from "./form-section.tsx";
import type { SectionProps } from "./station-editor.tsx";
import type { Period } from "./station-form.ts";
import { emptyPeriod } from "./station-form.ts";
import { TextField } from "./text-field.tsx";

// R5.6: multiples of 15 minutes, 24:00 as an end.
const times = Array.from({ length: 97 }, (_, index) => {
  const text = `${String(Math.floor(index / 4)).padStart(2, "0")}:${String((index % 4) * 15).padStart(2, "0")}`;
  return { value: text, label: text };
});
const MOST_PERIODS = 96;

export function TariffSection({
  form,
  refusals,
  fixed,
  set,
  children,
}: SectionProps & { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <FormSection title={t("form.tariff")} text={t("form.tariffText")}>
      {fixed.tariff === undefined ? (
        <div className="field">
          <span className="label">{t("form.method")}</span>
          <Segmented
            label={t("form.method")}
            value={form.method}
            options={[
              { value: "fixed" as const, text: t("form.fixed") },
              { value: "time" as const, text: t("form.byTime") },
            ]}
            onChange={(method) => set({ method })}
          />
        </div>
      ) : (
        <p className="hint">{fixed.tariff}</p>
      )}
      <TextField
        label={t("form.investment")}
        unit={form.currency}
        inputMode="decimal"
        value={form.investment}
        refusal={refusals.investmentAmount}
        onChange={(investment) => set({ investment })}
      />
      {fixed.tariff === undefined && <Prices form={form} refusals={refusals} set={set} />}
      {children}
    </FormSection>
  );
}

function Prices({ form, refusals, set }: Omit<SectionProps, "fixed">) {
  const { t } = useTranslation();
  const unit = `${form.currency}/kWh`;
  function change(index: number, part: Partial<Period>): void {
    set({ periods: form.periods.map((period, at) => (at === index ? { ...period, ...part } : period)) });
  }
  return form.method === "fixed" ? (
    <TextField
      label={t("form.price")}
      isNeeded
      unit={unit}
      inputMode="decimal"
      value={form.price}
      refusal={refusals["tariff.price"]}
      onChange={(price) => set({ price })}
    />
  ) : (
    <div className="periods">
      {form.periods.map((period, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: periods are known by their place in the list
        <div key={index} className="period">
          <TimeField
            label={t("form.start")}
            value={period.start}
            refusal={refusals[`tariff.periods.${index}.start`] ?? refusals[`tariff.periods.${index}`]}
            onChange={(start) => change(index, { start })}
          />
          <TimeField
            label={t("form.end")}
            value={period.end}
            refusal={refusals[`tariff.periods.${index}.end`]}
            onChange={(end) => change(index, { end })}
          />
          <TextField
            label={t("form.price")}
            isNeeded
            unit={unit}
            inputMode="decimal"
            value={period.price}
            refusal={refusals[`tariff.periods.${index}.price`]}
            onChange={(price) => change(index, { price })}
          />
          <button
            type="button"
            className="button"
            data-kind="quiet"
            data-shape="square"
            aria-label={t("form.removePeriod", { number: index + 1 })}
            disabled={form.periods.length === 1}
            onClick={() => set({ periods: form.periods.filter((_period, at) => at !== index) })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {refusals["tariff.periods"] !== undefined && (
        <span className="refusal" role="alert">
          {refusals["tariff.periods"]}
        </span>
      )}
      <button
        type="button"
        className="button"
        disabled={form.periods.length >= MOST_PERIODS}
        onClick={() => set({ periods: [...form.periods, emptyPeriod] })}
      >
        <Icon name="plus" />
        {t("form.addPeriod")}
      </button>
    </div>
  );
}

interface TimeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly refusal: string | undefined;
  readonly onChange: (value: string) => void;
}

function TimeField({ label, value, refusal, onChange }: TimeFieldProps) {
  return (
    <Field label={label} isNeeded refusal={refusal}>
      {(attributes) => (
        <Select
          {...attributes}
          {...(attributes["aria-invalid"] && { status: "error" })}
          showSearch
          options={times}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
