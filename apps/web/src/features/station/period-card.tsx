import type { StationDetail } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import type { By } from "../../shared/ui/chart/periods.ts";
import type { DayRange, Preset, RangeKind } from "../../shared/ui/form/range-picker/range.ts";
import { rangeAround, readRange, writeRange } from "../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";

/** An own period shows that many bars at most. */
const MAX_DAYS = 92;
const names = {
  day: "energy.byDay",
  week: "energy.byWeek",
  month: "energy.byMonth",
  year: "energy.byYear",
} as const satisfies Record<By, MessageKey>;

/** What changes in the address. */
export interface PeriodChange {
  readonly by?: string;
  readonly period?: string | undefined;
}

/** What the bars of a card show: each day, week or month of a range, or all years. */
export interface ShownPeriod<Each extends By = By> {
  readonly by: Each;
  readonly range: DayRange;
}

/** Kinds of ranges that can be selected for each kind of bars; years have no range. */
export type RangeKinds<Each extends By> = Readonly<Record<Each, readonly RangeKind[]>>;

/** The period as the address has it, or this month or year. */
export function readPeriod<Each extends By>(
  { firstDay, today }: Pick<StationDetail, "firstDay" | "today">,
  { by: askedBy, period }: { by: string | null; period: string | null },
  kinds: RangeKinds<Each>,
): ShownPeriod<Each | "day"> {
  const by = askedBy !== null && askedBy in kinds ? (askedBy as Each) : "day";
  const asked = readRange(period, kinds[by as Each], { first: firstDay ?? undefined, today });
  return { by, range: asked ?? latestRange(by, today) };
}

const latestRange = (by: By, today: string): DayRange =>
  rangeAround(by === "month" || by === "week" ? "year" : "month", today);

interface PeriodQuery {
  readonly data: unknown;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface PeriodCardProps<Each extends By> {
  readonly plant: StationDetail;
  readonly title: string;
  /** Class of the card. */
  readonly name: string;
  /** Label of the choice of bars. */
  readonly byLabel: string;
  readonly shown: ShownPeriod;
  readonly kinds: RangeKinds<Each>;
  readonly presets: readonly Preset[];
  readonly onChange: (change: PeriodChange) => void;
  readonly query: PeriodQuery;
  readonly isUpdating: boolean;
  /** Height while nothing is loaded. */
  readonly height: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  /** The bars, once they are loaded. */
  readonly children: ReactNode;
}

/** A card with bars of a plant by day, week, month or year: its head, and what it shows until the bars are loaded. */
export function PeriodCard<Each extends By>(props: PeriodCardProps<Each>) {
  const { plant, title, name, byLabel, shown, kinds, presets, onChange, query, children } = props;
  const { t } = useTranslation();
  const { by, range } = shown;
  const own: readonly RangeKind[] = kinds[by as Each];
  const latest = writeRange(latestRange(by, plant.today));
  const selectRange = (next: DayRange): void => {
    const period = writeRange(next);
    onChange({ period: period === latest ? undefined : period });
  };
  return (
    <section className={`card ${name}`} aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        {props.note}
        <UpdatingMark isUpdating={props.isUpdating} />
        <span className="push" />
        {own.length > 0 && (
          <RangePicker
            first={plant.firstDay ?? undefined}
            today={plant.today}
            label={title}
            range={range}
            kinds={own}
            presets={by === "day" ? presets : []}
            maxDays={MAX_DAYS}
            onRange={selectRange}
          />
        )}
        <Segmented
          label={byLabel}
          value={by}
          options={(Object.keys(kinds) as By[]).map((value) => ({ value, text: t(names[value]) }))}
          onChange={(next) => onChange({ by: next, period: undefined })}
        />
        {props.actions}
      </div>
      {query.data !== undefined && children}
      {query.data === undefined && query.isError && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data === undefined && !query.isError && (
        <div className="chart-wait">
          <Skeleton width="100%" height={props.height} />
        </div>
      )}
    </section>
  );
}
