import { DatePicker } from "antd";
import dayjs from "dayjs";
import { useTranslation } from "react-i18next";
import { formatDay, formatMonth } from "../../../base/format/times.ts";
import { useLocale } from "../../../base/i18n/i18n.ts";
import { Icon } from "../../content/icon.tsx";
import { IconButton } from "../../content/icon-button.tsx";
import { Menu } from "../../menu/menu.tsx";
import { useTypedDate } from "../typed-date.tsx";
import "./monday.ts";
import type { Bounds, DayRange, Preset, RangeKind } from "./range.ts";
import { clipRange, isWithin, rangeAround, rangeOfPreset, stepWithin, writeRange } from "./range.ts";
import "./range-picker.css";

const MAX_DAYS = 366;

interface RangePickerProps extends Bounds {
  /** What the range is of, where only its name is heard. */
  readonly label: string;
  readonly range: DayRange;
  readonly kinds: readonly RangeKind[];
  readonly presets: readonly Preset[];
  /** The longest own range. */
  readonly maxDays?: number;
  readonly onRange: (range: DayRange) => void;
}

/** A day, week, month, year or own range of a plant's calendar: chosen, stepped through, or by a name such as "yesterday". */
export function RangePicker(props: RangePickerProps) {
  const { label, range, kinds, presets, first, today, lastDay = today, maxDays = MAX_DAYS, onRange } = props;
  const { t } = useTranslation();
  const bounds: Bounds = { first, today, lastDay };
  const choose = (next: DayRange): void => onRange(clipRange(next, bounds, maxDays));
  const step = (icon: "left" | "right", count: 1 | -1) => {
    const next = stepWithin(range, count, bounds);
    return (
      <IconButton
        icon={icon}
        label={t(`range.${count === 1 ? "later" : "earlier"}.${range.kind}`)}
        disabled={next === undefined}
        onClick={() => next !== undefined && choose(next)}
      />
    );
  };
  return (
    <fieldset className="range-picker" aria-label={label}>
      {(presets.length > 0 || kinds.length > 1) && (
        <RangeMenu {...{ range, kinds, presets, bounds }} onRange={choose} />
      )}
      {step("left", -1)}
      <RangeInput label={label} range={range} bounds={bounds} onRange={choose} />
      {step("right", 1)}
    </fieldset>
  );
}

interface RangeMenuProps extends Pick<RangePickerProps, "range" | "kinds" | "presets" | "onRange"> {
  readonly bounds: Bounds;
}

function RangeMenu({ range, kinds, presets, bounds, onRange }: RangeMenuProps) {
  const { t } = useTranslation();
  const named = presets.map((preset) => ({ preset, next: rangeOfPreset(preset, bounds) }));
  const current = named.find(({ next }) => writeRange(next) === writeRange(range))?.preset;
  const name = current === undefined ? t(`range.kind.${range.kind}`) : t(`range.preset.${current}`);

  // Another kind starts at the previous range.
  function turnTo(kind: RangeKind): DayRange {
    const [last = range.to] = [range.to, bounds.today].sort();
    return kind === "own" ? { ...range, kind, to: last } : rangeAround(kind, last);
  }

  return (
    <Menu
      label={t("range.choose", { name })}
      button={
        <>
          <Icon name="calendar" />
          {name}
        </>
      }
    >
      {(close) => {
        const item = (key: string, text: string, isNow: boolean, next: DayRange) => (
          <button
            key={key}
            type="button"
            className="menu-item"
            aria-pressed={isNow}
            disabled={!isWithin(next, bounds)}
            onClick={() => {
              onRange(next);
              close();
            }}
          >
            {text}
          </button>
        );
        return (
          <>
            {named.map(({ preset, next }) =>
              item(preset, t(`range.preset.${preset}`), preset === current, next),
            )}
            {kinds.length > 1 && <hr className="menu-line" />}
            {kinds.length > 1 &&
              kinds.map((kind) => item(kind, t(`range.kind.${kind}`), kind === range.kind, turnTo(kind)))}
          </>
        );
      }}
    </Menu>
  );
}

interface RangeInputProps extends Pick<RangePickerProps, "label" | "range" | "onRange"> {
  readonly bounds: Bounds;
}

const pickers = { day: "date", week: "week", month: "month", year: "year" } as const;

function RangeInput({ label, range, bounds, onRange }: RangeInputProps) {
  const { tag } = useLocale();
  const { kind, from, to } = range;
  const last = kind === "own" ? (bounds.lastDay ?? bounds.today) : bounds.today;
  const typed = useTypedDate({ value: writeRange(range), min: bounds.first, max: last });
  const isWrong = typed.isWrong && { status: "error" as const };
  const limits = {
    ...(bounds.first !== undefined && { minDate: dayjs(bounds.first) }),
    maxDate: dayjs(last),
    allowClear: false,
  };
  const toDay = (value: dayjs.Dayjs): string => value.format("YYYY-MM-DD");
  function take(next: DayRange): void {
    typed.accept(writeRange(next));
    onRange(next);
  }
  if (kind === "own")
    return typed.wrap(
      <DatePicker.RangePicker
        {...limits}
        format={typed.format}
        {...isWrong}
        aria-label={label}
        value={[dayjs(from), dayjs(to)]}
        onChange={(dates) => {
          const [start, end] = dates ?? [];
          if (start && end) take({ kind: "own", from: toDay(start), to: toDay(end) });
        }}
      />,
    );
  // A day is typed as well; the others are read as the language writes them.
  const format = formatRange(range, tag);
  const picker = (
    <DatePicker
      {...limits}
      {...(kind === "day" && { format: typed.format, ...isWrong })}
      key={kind}
      aria-label={label}
      picker={pickers[kind]}
      value={dayjs(from)}
      {...(format !== undefined && { format: () => format, inputReadOnly: true })}
      onChange={(value) => {
        if (value !== null) take(rangeAround(kind, toDay(value)));
      }}
    />
  );
  return kind === "day" ? typed.wrap(picker) : picker;
}

function formatRange({ kind, from, to }: DayRange, tag: string): string | undefined {
  if (kind === "month") return formatMonth(from.slice(0, 7), tag);
  return kind === "week" ? `${formatDay(from, tag)} – ${formatDay(to, tag)}` : undefined;
}
