import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { rangeAround } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import type { Comparison } from "./use-compared-curve.ts";
import { proposeDay } from "./use-compared-curve.ts";

interface CompareChoiceProps {
  readonly plant: StationDetail;
  /** The day shown. */
  readonly day: string;
  readonly comparison: Comparison;
  /** `median`, a day, or undefined for none: how the address has it. */
  readonly onChange: (comparison: string | undefined) => void;
}

/** What the day shown is compared with. */
export function CompareChoice({ plant, day, comparison, onChange }: CompareChoiceProps) {
  const { t } = useTranslation();
  function select(kind: Comparison["kind"]): void {
    if (kind === "day") onChange(proposeDay(day, plant.firstDay));
    else onChange(kind === "none" ? undefined : kind);
  }
  return (
    <div className="curve-compare">
      <span aria-hidden="true">{t("curve.compare")}</span>
      <Segmented
        label={t("curve.compare")}
        value={comparison.kind}
        options={[
          { value: "none", text: t("curve.compareNone") },
          { value: "median", text: t("curve.compareMedian") },
          { value: "day", text: t("curve.compareDay") },
        ]}
        onChange={select}
      />
      {comparison.kind === "day" && (
        <RangePicker
          first={plant.firstDay ?? undefined}
          today={plant.today}
          label={t("curve.comparedDay")}
          range={rangeAround("day", comparison.day)}
          kinds={["day"]}
          presets={["today", "yesterday"]}
          onRange={({ from }) => onChange(from)}
        />
      )}
    </div>
  );
}
