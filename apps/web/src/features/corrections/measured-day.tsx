import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryClient, queryOf } from "../../shared/api/queries.ts";
import { formatDifference, formatNumber } from "../../shared/base/format/numbers.ts";
import { readPlainNumber } from "../../shared/base/format/typed-numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";

/** The days of the month with a day. */
const daysOf = (stationId: string, day: string) =>
  queryOf(endpoints.station.energy, { stationId, by: "day", period: day.slice(0, 7) });

/** Measured energy of a day in kWh, without corrections; undefined where nothing was measured. */
function findMeasuredKwh(
  energy: DataOf<typeof endpoints.station.energy> | undefined,
  day: string,
): number | undefined {
  const measuredWh = energy?.bars.find(({ period }) => period === day)?.measuredWh ?? undefined;
  return measuredWh === undefined ? undefined : measuredWh / 1000;
}

/** The same, read before a correction is sent; undefined also where it cannot be read, such as without a connection. */
export async function readMeasuredKwh(stationId: string, day: string): Promise<number | undefined> {
  const query = { ...daysOf(stationId, day), networkMode: "always", retry: false } as const;
  return findMeasuredKwh(await queryClient.fetchQuery(query).catch(() => undefined), day);
}

interface MeasuredDayProps {
  readonly stationId: string;
  readonly day: string;
  /** As in the form: it may be no number yet. */
  readonly energyKwh: string;
}

/** The measured energy of the day that is corrected, and how far the typed one differs from it. */
export function MeasuredDay({ stationId, day, energyKwh }: MeasuredDayProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const energy = useQuery({ ...daysOf(stationId, day), enabled: day !== "" });
  if (energy.data === undefined) return null;
  const measuredKwh = findMeasuredKwh(energy.data, day);
  if (measuredKwh === undefined)
    return (
      <span role="status" className="measured-day">
        {t("corrections.form.notMeasured")}
      </span>
    );
  const measured = formatNumber(measuredKwh, tag, 2);
  const typedKwh = readPlainNumber(energyKwh);
  const canCompare = typedKwh >= 0 && measuredKwh > 0;
  return (
    <span role="status" className="measured-day">
      {canCompare
        ? t("corrections.form.measuredDifference", {
            measured,
            difference: formatDifference(typedKwh / measuredKwh - 1, tag),
          })
        : t("corrections.form.measured", { measured })}
    </span>
  );
}
