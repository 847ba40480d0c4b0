import type { StationDetail } from "@heliograph/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { findFiner, longLabel } from "../../shared/ui/chart/periods.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { Money } from "../../shared/ui/status/money.tsx";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import { UnitPrice } from "../../shared/ui/status/unit-price.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { useLocalTable } from "../../shared/ui/table/use-local-table.ts";
import type { EarningPeriod } from "./earning-periods.ts";
import { listEarningPeriods, SORTS, sortEarningPeriods } from "./earning-periods.ts";
import type { Earnings } from "./earnings-facts.tsx";

const table = {
  name: "earningPeriods",
  sorts: SORTS,
  sort: "period",
  order: "desc",
  sortRows: sortEarningPeriods,
} as const;

interface EarningPeriodsTableProps {
  readonly plant: StationDetail;
  readonly by: "day" | "month" | "year";
  readonly query: UseQueryResult;
  readonly earnings: Earnings;
}

/** Page of a period: the periods within it, or the power of a day. */
export function addressOfPeriod(stationId: string, period: string): string {
  const finer = findFiner(period);
  if (finer === undefined) return `/station/${stationId}?day=${period}`;
  return `/station/${stationId}/earnings?by=${finer.by}&period=${finer.period}`;
}

/** The figures of the bars, each period with its link, and their sums. */
export function EarningPeriodsTable({ plant, by, query, earnings }: EarningPeriodsTableProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, firstDay, today } = plant;
  const rows = useMemo(() => listEarningPeriods(earnings, { firstDay, today }), [earnings, firstDay, today]);
  const model = useLocalTable(table, query, rows);
  const columns = useMemo(() => listColumns(earnings, tag, t("earnings.table.sum")), [earnings, tag, t]);
  return (
    <DataTable
      table={model}
      title={t(`earnings.table.${by}`)}
      columns={columns}
      keyOf={({ period }) => period}
      nameOf={({ period }) => longLabel(period, tag)}
      addressOf={({ period }) => addressOfPeriod(stationId, period)}
      emptyState={<EmptyState icon="bolt" title={t("earnings.empty")} text={t("earnings.emptyText")} />}
    />
  );
}

function listColumns(earnings: Earnings, tag: string, sumText: string): readonly Column<EarningPeriod>[] {
  const { currency, isEstimated, tariffs } = earnings;
  const showMoney = (amount: string | null) => (
    <Money amount={amount} currency={currency} isEstimated={isEstimated} />
  );
  const showUnitPrice = (perKwh: number | null) => (
    <UnitPrice amount={perKwh} currency={currency} isEstimated={isEstimated} />
  );
  return [
    {
      key: "period",
      titleKey: "earnings.table.period",
      isHideable: false,
      isOpener: true,
      sum: sumText,
      render: ({ period }) => longLabel(period, tag),
    },
    ...(earnings.energyWh === null ? [] : listEnergyColumns(earnings)),
    ...(tariffs.length > 1
      ? [
          {
            key: "priceDays",
            titleKey: "earnings.table.priceSince",
            align: "right",
            render: ({ priceDays }: EarningPeriod) =>
              priceDays.length === 0 ? <Missing /> : priceDays.map((day) => formatDay(day, tag)).join(", "),
          } as const,
        ]
      : []),
    ...(earnings.energyWh === null
      ? []
      : [
          {
            key: "perKwh",
            titleKey: "earnings.table.perKwh",
            align: "right",
            sum: showUnitPrice(earnings.amountPerKwh),
            render: ({ perKwh }: EarningPeriod) => showUnitPrice(perKwh),
          } as const,
        ]),
    {
      key: "amount",
      titleKey: "earnings.title",
      align: "right",
      sum: showMoney(earnings.amount),
      render: ({ amount }) => <strong>{showMoney(amount)}</strong>,
    },
  ];
}

const toKwh = (wh: number | null): number | null => (wh === null ? null : wh / 1000);

const listEnergyColumns = ({ energyWh, unpricedWh }: Earnings): readonly Column<EarningPeriod>[] => [
  {
    key: "energyWh",
    titleKey: "earnings.energy",
    unit: "kWh",
    align: "right",
    sum: <Plain value={toKwh(energyWh)} digits={1} />,
    render: (row) => <Plain value={toKwh(row.energyWh)} digits={1} />,
  },
  {
    key: "unpricedWh",
    titleKey: "earnings.unpriced",
    unit: "kWh",
    align: "right",
    // Energy without a price is a gap in the tariff that few plants have.
    isInitiallyHidden: (unpricedWh ?? 0) === 0,
    sum: <Plain value={toKwh(unpricedWh)} digits={1} />,
    render: (row) => <Plain value={toKwh(row.unpricedWh)} digits={1} />,
  },
];
