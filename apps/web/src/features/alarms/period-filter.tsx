import { useTranslation } from "react-i18next";
import type { DayRange, Preset } from "../../shared/ui/form/range-picker/range.ts";
import { rangeOfPreset, writeRange } from "../../shared/ui/form/range-picker/range.ts";
import { FilterSelect } from "../../shared/ui/table/filter-select.tsx";
import type { usePeriod } from "./use-period.ts";

const presets: readonly Preset[] = ["today", "yesterday", "last7", "last30", "thisMonth"];

/** Alarms of the latest days; all of them without a choice. */
export function PeriodFilter({ period }: { readonly period: ReturnType<typeof usePeriod> }) {
  const { t } = useTranslation();
  const { range, bounds, set } = period;
  const byText = new Map<string, DayRange>(
    presets.map((preset) => [t(`range.preset.${preset}`), rangeOfPreset(preset, bounds)]),
  );
  const chosen = range && [...byText].find(([, each]) => writeRange(each) === writeRange(range))?.[0];
  return (
    <FilterSelect
      label={t("alarms.period")}
      value={range && (chosen ?? writeRange(range))}
      options={[...byText.keys()].map((text) => ({ value: text, text }))}
      onChange={(text) => set(text === undefined ? undefined : byText.get(text))}
    />
  );
}
