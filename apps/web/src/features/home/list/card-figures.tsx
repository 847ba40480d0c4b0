import type { StationRow } from "@heliograph/contract";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "../../../shared/ui/status/money.tsx";
import { Plain, Scaled } from "../../../shared/ui/status/quantity.tsx";
import { UpdatingMark } from "../../../shared/ui/status/updating-mark.tsx";

interface CardFiguresProps {
  readonly row: StationRow;
  /** Some callers see no earnings of any plant. */
  readonly hasEarnings: boolean;
}

/**
 * Energy, earnings and yield of today, by day and by night. A list that is sorted by the share of the expected energy has it
 * in place of earnings and yield.
 */
export function CardFigures({ row, hasEarnings }: CardFiguresProps) {
  const { t } = useTranslation();
  const energyKwh = isWithoutReports(row) ? null : row.energyTodayKwh;
  return (
    <dl>
      <Figure label={t("figure.energyToday")}>
        <Scaled value={energyKwh === null ? null : energyKwh * 1000} unit="Wh" />{" "}
        <UpdatingMark isUpdating={row.isUpdating} isCompact />
      </Figure>
      {row.expectedShare === undefined ? (
        <>
          {hasEarnings && <Earnings row={row} />}
          <Yield row={row} />
        </>
      ) : (
        <Share row={row} share={row.expectedShare} />
      )}
    </dl>
  );
}

function Earnings({ row }: { readonly row: StationRow }) {
  const { t } = useTranslation();
  return (
    <Figure label={t("column.earningsToday")}>
      <Money
        amount={isWithoutReports(row) ? null : row.earningsToday}
        currency={row.currency}
        isEstimated={row.isEarningsEstimated}
      />
    </Figure>
  );
}

function Yield({ row }: { readonly row: StationRow }) {
  const { t } = useTranslation();
  return (
    <Figure label={t("column.specificYield")}>
      <Plain value={isWithoutReports(row) ? null : row.specificYieldKwhPerKwp} digits={2} unit="kWh/kWp" />
    </Figure>
  );
}

function Share({ row, share }: { readonly row: StationRow; readonly share: number | null }) {
  const { t } = useTranslation();
  const { expectedFrom } = row;
  return (
    <Figure label={t("column.expectedShare")}>
      <span {...(expectedFrom != null && { title: t(`fleet.lossesAgainst.${expectedFrom}`) })}>
        <Plain value={share === null ? null : 100 * share} digits={1} unit="%" />
      </span>
    </Figure>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
