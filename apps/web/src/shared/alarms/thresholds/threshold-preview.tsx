import { endpoints } from "virtual:endpoints";
import type { QueryInputOf, Threshold } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../api/queries.ts";
import { formatDay } from "../../base/format/times.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { useSettled } from "../../base/use-settled.ts";
import { useServerNow } from "../../ui/status/time-ago.tsx";

type Query = QueryInputOf<typeof endpoints.alarmThreshold.preview>;

/** Reading many samples takes a while: only values that stay as they are for this time are counted. */
const REST_MS = 600;

interface ThresholdPreviewProps {
  readonly limit: Pick<Threshold, "deviceType" | "quantity" | "side">;
  readonly stationId: string | undefined;
  /** Values of the form as typed. */
  readonly values: Readonly<Record<string, unknown>>;
}

const toNumber = (value: unknown): number =>
  typeof value === "string" && value.trim() !== ""
    ? Number(value.replace(",", "."))
    : Number(value ?? Number.NaN);

/** The query of values that a limit can have. */
function findQuery({ limit, stationId, values }: ThresholdPreviewProps): Query | undefined {
  const [raiseValue, clearValue, delayS] = [values.raiseValue, values.clearValue, values.delayS].map(
    toNumber,
  ) as [number, number, number];
  const isOrdered = limit.side === "high" ? clearValue < raiseValue : clearValue > raiseValue;
  if (!isOrdered || !Number.isInteger(delayS) || delayS < 0) return undefined;
  const { deviceType, quantity, side } = limit;
  return {
    deviceType,
    quantity,
    side,
    raiseValue,
    clearValue,
    delayS,
    ...(stationId !== undefined && { stationId }),
  };
}

/** How many alarms the typed limit would have raised in the last 30 days. */
export function ThresholdPreview(props: ThresholdPreviewProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const typed = JSON.stringify(findQuery(props) ?? null);
  const rested = useSettled(typed, REST_MS);
  const query = JSON.parse(rested) as Query | null;
  const preview = useQuery({
    ...queryOf(endpoints.alarmThreshold.preview, query ?? ({} as Query)),
    enabled: query !== null,
  });
  const isCurrent = rested === typed && query !== null;
  const data = isCurrent ? preview.data : undefined;
  const dayOf = (at: number): string => formatDay(new Date(at).toLocaleDateString("sv"), tag);
  function say(): string {
    if (typed === "null" || preview.isError) return t("thresholds.preview.none");
    if (data === undefined) return t("thresholds.preview.counting");
    const { alarms, isCapped, days } = data;
    const figure = `${alarms.toLocaleString(tag)}${isCapped ? "+" : ""}`;
    return t("thresholds.preview.alarms", { count: alarms, figure, days });
  }
  return (
    <p className="threshold-preview" role="status">
      {say()}
      {data !== undefined && (
        <small>
          {data.fromAt === null
            ? t("thresholds.preview.unmeasured", { days: data.days })
            : t("thresholds.preview.measured", { from: dayOf(Date.parse(data.fromAt)), to: dayOf(now) })}
        </small>
      )}
      {data?.stepS != null && <small>{t("thresholds.preview.coarse", { minutes: data.stepS / 60 })}</small>}
    </p>
  );
}
