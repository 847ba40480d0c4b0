import { DatePicker } from "antd";
import dayjs from "dayjs";
import { formatMonth } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { FieldControl } from "../../shared/form/layout.ts";
import { DayInput } from "../../shared/ui/form/date-inputs.tsx";
import { fitPeriod, toReportKind } from "./periods.ts";

interface PeriodInputProps {
  readonly control: FieldControl;
  readonly today: string;
}

/** The day, month or year of a report. */
export function PeriodInput({ control, today }: PeriodInputProps) {
  const { tag } = useLocale();
  const { attributes, value, values, onChange } = control;
  const kind = toReportKind(values.kind);
  const period = fitPeriod(kind, value, today);
  if (kind === "day")
    return (
      <DayInput value={period} onChange={onChange} attributes={attributes} max={today} canBeEmpty={false} />
    );
  return (
    <DatePicker
      {...attributes}
      key={kind}
      picker={kind}
      allowClear={false}
      inputReadOnly
      maxDate={dayjs(today)}
      value={dayjs(`${period}-01-01`.slice(0, 10))}
      {...(kind === "month" && { format: () => formatMonth(period, tag) })}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen.format(kind === "month" ? "YYYY-MM" : "YYYY"));
      }}
    />
  );
}
