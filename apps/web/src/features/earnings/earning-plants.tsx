import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { Money } from "../../shared/ui/status/money.tsx";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import type { CurrencyEarnings } from "./currency-tiles.tsx";
import type { EarningsPeriod } from "./use-earnings-period.ts";

type Row = DataOf<typeof endpoints.home.earningsPlants>["rows"][number];

const earningPlants = defineTable({
  name: "earningPlants",
  endpoint: endpoints.home.earningsPlants,
  sort: "amount",
  order: "desc",
});

interface EarningPlantsProps {
  readonly period: EarningsPeriod;
  readonly earnings: CurrencyEarnings;
}

/** The plants of one currency with their part of its sum. */
export function EarningPlants({ period, earnings }: EarningPlantsProps) {
  const { t } = useTranslation();
  const { currency, amount: total } = earnings;
  const table = useTable(earningPlants, { ...period.query, currency });
  const columns = useMemo(() => listColumns(Number(total)), [total]);
  const { by } = period.query;
  const shown = period.query.period === undefined ? "" : `&period=${period.query.period}`;
  return (
    <DataTable
      table={table}
      title={t("fleetEarnings.plantList", { currency })}
      noMatchTitle={t("fleetEarnings.noMatch", { currency })}
      columns={columns}
      keyOf={(row) => row.stationId}
      nameOf={(row) => row.name}
      searchLabel={t("home.search")}
      addressOf={(row) => `/station/${row.stationId}/earnings?by=${by}${shown}`}
      emptyState={<EmptyState icon="panel" title={t("fleetEarnings.none")} />}
    />
  );
}

const listColumns = (total: number): readonly Column<Row>[] => [
  { key: "name", titleKey: "column.name", isHideable: false, isOpener: true, render: ({ name }) => name },
  {
    key: "installedCapacityKwp",
    titleKey: "column.capacity",
    unit: "kWp",
    align: "right",
    render: (row) => <Plain value={row.installedCapacityKwp} digits={2} />,
  },
  {
    key: "energyWh",
    titleKey: "earnings.energy",
    unit: "kWh",
    align: "right",
    render: ({ energyWh }) => <Plain value={energyWh === null ? null : energyWh / 1000} digits={1} />,
  },
  {
    key: "unpricedWh",
    titleKey: "earnings.unpriced",
    unit: "kWh",
    align: "right",
    isInitiallyHidden: true,
    render: ({ unpricedWh }) => <Plain value={unpricedWh === null ? null : unpricedWh / 1000} digits={1} />,
  },
  {
    key: "amountPerKwp",
    titleKey: "fleetEarnings.perKwp",
    align: "right",
    render: ({ amountPerKwp, currency, isEstimated }) => (
      <Money
        amount={amountPerKwp === null ? null : String(amountPerKwp)}
        currency={currency}
        isEstimated={isEstimated}
      />
    ),
  },
  {
    key: "amount",
    titleKey: "earnings.title",
    align: "right",
    render: ({ amount, currency, isEstimated }) => (
      <strong>
        <Money amount={amount} currency={currency} isEstimated={isEstimated} />
      </strong>
    ),
  },
  {
    key: "share",
    titleKey: "fleetEarnings.share",
    align: "right",
    width: "16rem",
    render: ({ amount }) => <Share share={amount === null || total <= 0 ? null : Number(amount) / total} />,
  },
];

/** Digits of a share in per cent, so that one of thousands of plants is not 0.0 %. */
function digitsOf(share: number): number {
  if (share >= 0.01) return 1;
  return share >= 0.001 ? 2 : 3;
}

/** Part of the sum as a bar and a figure; less than one per cent, or negative earnings, would not be seen as a bar. */
function Share({ share }: { readonly share: number | null }) {
  const { tag } = useLocale();
  if (share === null) return <Missing />;
  return (
    <span className="earnings-share">
      {share >= 0.01 && (
        <span className="earnings-share-bar" aria-hidden="true">
          <i style={{ width: `${Math.min(100, share * 100)}%` }} />
        </span>
      )}
      <span className="quantity">{formatShare(share, tag, digitsOf(Math.abs(share)))}</span>
    </span>
  );
}
