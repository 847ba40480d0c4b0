import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { findChange } from "../../shared/ui/status/earnings-change.tsx";
import { Money } from "../../shared/ui/status/money.tsx";
import { Difference, Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import { UnitPrice } from "../../shared/ui/status/unit-price.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import type { CurrencyEarnings } from "./currency-tiles.tsx";

type Row = DataOf<typeof endpoints.home.earningsPlants>["rows"][number];

interface PlantColumnsInput {
  readonly earnings: CurrencyEarnings;
  readonly by: "day" | "month" | "year";
  /** Name of the line with the sums; without it there is none. */
  readonly sumText: string | undefined;
}

type Sums = Pick<Column<Row>, "sum">;

/** Columns of the plants of one currency. */
export function listPlantColumns({ earnings, by, sumText }: PlantColumnsInput): readonly Column<Row>[] {
  const sums = (sum: Sums["sum"]): Sums => (sumText === undefined ? {} : { sum });
  const { amount: total, currency, isEstimated, comparison } = earnings;
  return [
    {
      key: "name",
      titleKey: "column.name",
      isHideable: false,
      isOpener: true,
      ...sums(sumText),
      render: ({ name }) => name,
    },
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
      ...sums(<Kwh energyWh={earnings.energyWh} />),
      render: ({ energyWh }) => <Kwh energyWh={energyWh} />,
    },
    {
      key: "unpricedWh",
      titleKey: "earnings.unpriced",
      unit: "kWh",
      align: "right",
      // Most fleets have none.
      isInitiallyHidden: (earnings.unpricedWh ?? 0) === 0,
      ...sums(<Kwh energyWh={earnings.unpricedWh} />),
      render: (row) => <Unpriced row={row} />,
    },
    {
      key: "perKwh",
      titleKey: "earnings.table.perKwh",
      align: "right",
      ...sums(<UnitPrice amount={earnings.amountPerKwh} currency={currency} isEstimated={isEstimated} />),
      render: ({ amountPerKwh, ...row }) => (
        <UnitPrice amount={amountPerKwh} currency={currency} isEstimated={row.isEstimated} />
      ),
    },
    {
      key: "amountPerKwp",
      titleKey: "fleetEarnings.perKwp",
      align: "right",
      render: ({ amountPerKwp, ...row }) => (
        <Money
          amount={amountPerKwp === null ? null : String(amountPerKwp)}
          currency={currency}
          isEstimated={row.isEstimated}
        />
      ),
    },
    // Years are not compared.
    ...(by === "year"
      ? []
      : [{ ...changeColumn, ...sums(<Difference share={comparison && findChange(comparison)} />) }]),
    {
      key: "amount",
      titleKey: "earnings.title",
      align: "right",
      ...sums(<Money amount={total} currency={currency} isEstimated={isEstimated} />),
      render: ({ amount, ...row }) => (
        <strong>
          <Money amount={amount} currency={currency} isEstimated={row.isEstimated} />
        </strong>
      ),
    },
    {
      key: "share",
      titleKey: "fleetEarnings.share",
      align: "right",
      width: "16rem",
      render: ({ amount }) => <Share amount={amount} total={Number(total)} />,
    },
  ];
}

const changeColumn: Column<Row> = {
  key: "change",
  titleKey: "fleetEarnings.change",
  align: "right",
  render: ({ change }) => <Difference share={change} />,
};

const Kwh = ({ energyWh }: { readonly energyWh: number | null }) => (
  <Plain value={energyWh === null ? null : energyWh / 1000} digits={1} />
);

/** Energy without a price, with the way to set one. */
function Unpriced({ row }: { readonly row: Row }) {
  const { t } = useTranslation();
  const { unpricedWh, stationId, name, mayEdit } = row;
  return (
    <>
      {mayEdit && (unpricedWh ?? 0) > 0 && (
        <Link
          className="set-price"
          to={`/edit-power-station/${stationId}`}
          aria-label={t("fleetEarnings.setPriceOf", { name })}
        >
          {t("earnings.setPrice")}
        </Link>
      )}
      <Kwh energyWh={unpricedWh} />
    </>
  );
}

/** Digits of a share in per cent, so that one of thousands of plants is not 0.0 %. */
function digitsOf(share: number): number {
  if (share >= 0.01) return 1;
  return share >= 0.001 ? 2 : 3;
}

/** Part of the sum as a bar and a figure; less than one per cent, or negative earnings, would not be seen as a bar. */
function Share({ amount, total }: { readonly amount: string | null; readonly total: number }) {
  const { tag } = useLocale();
  if (amount === null || total <= 0) return <Missing />;
  const share = Number(amount) / total;
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
