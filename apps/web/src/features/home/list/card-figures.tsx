import type { StationRow } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isWithoutReports } from "../../../shared/plant/is-without-reports.ts";
import { Money } from "../../../shared/ui/status/money.tsx";
import { Plain, Scaled } from "../../../shared/ui/status/quantity.tsx";
import { UpdatingMark } from "../../../shared/ui/status/updating-mark.tsx";

interface CardFiguresProps {
  readonly row: StationRow;
  /** Some callers see no earnings of any plant. */
  readonly hasEarnings: boolean;
}

/** Energy, earnings and yield of today. */
export function CardFigures({ row, hasEarnings }: CardFiguresProps) {
  const { t } = useTranslation();
  const ofReports = <Value,>(value: Value) => (isWithoutReports(row) ? null : value);
  const energyKwh = ofReports(row.energyTodayKwh);
  return (
    <dl>
      <Figure label={t("figure.energyToday")}>
        <Scaled value={energyKwh === null ? null : energyKwh * 1000} unit="Wh" />{" "}
        <UpdatingMark isUpdating={row.isUpdating} isCompact />
      </Figure>
      {hasEarnings && (
        <Figure label={t("column.earningsToday")}>
          <Money
            amount={ofReports(row.earningsToday)}
            currency={row.currency}
            isEstimated={row.isEarningsEstimated}
          />
        </Figure>
      )}
      <Figure label={t("column.specificYield")}>
        <Plain value={ofReports(row.specificYieldKwhPerKwp)} digits={2} unit="kWh/kWp" />
      </Figure>
    </dl>
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
