import { DatePicker } from "antd";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { addDays } from "../../shared/format/times.ts";
import { Icon } from "../../shared/ui/icon.tsx";

interface DayPickerProps {
  readonly day: string;
  /** The first day with data, once there is one. */
  readonly firstDay: string | undefined;
  /** The plant's own calendar day now: the last one to choose. */
  readonly today: string;
  readonly onDay: (day: string) => void;
}

export function DayPicker({ day, firstDay, today, onDay }: DayPickerProps) {
  const { t } = useTranslation();
  return (
    <div className="stepper push">
      <button
        type="button"
        className="button"
        data-shape="square"
        aria-label={t("curve.earlier")}
        disabled={firstDay !== undefined && day <= firstDay}
        onClick={() => onDay(addDays(day, -1))}
      >
        <Icon name="left" />
      </button>
      <DatePicker
        aria-label={t("curve.day")}
        allowClear={false}
        value={dayjs(day)}
        {...(firstDay !== undefined && { minDate: dayjs(firstDay) })}
        maxDate={dayjs(today)}
        onChange={(value) => {
          if (value !== null) onDay(value.format("YYYY-MM-DD"));
        }}
      />
      <button
        type="button"
        className="button"
        data-shape="square"
        aria-label={t("curve.later")}
        disabled={day >= today}
        onClick={() => onDay(addDays(day, 1))}
      >
        <Icon name="right" />
      </button>
      <button type="button" className="button" disabled={day === today} onClick={() => onDay(today)}>
        {t("curve.today")}
      </button>
    </div>
  );
}
