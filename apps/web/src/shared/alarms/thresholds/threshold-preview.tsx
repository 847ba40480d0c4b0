import { endpoints } from "virtual:endpoints";
import type { QueryInputOf, Threshold } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../api/queries.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { useSettled } from "../../base/use-settled.ts";

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
  const typed = JSON.stringify(findQuery(props) ?? null);
  const rested = useSettled(typed, REST_MS);
  const query = JSON.parse(rested) as Query | null;
  const preview = useQuery({
    ...queryOf(endpoints.alarmThreshold.preview, query ?? ({} as Query)),
    enabled: query !== null,
  });
  const { data } = preview;
  const isCurrent = rested === typed && query !== null;
  let text = t("thresholds.preview.counting");
  if (typed === "null" || preview.isError) text = t("thresholds.preview.none");
  else if (isCurrent && data !== undefined) {
    const alarms = data.alarms.toLocaleString(tag);
    const figure = data.isCapped ? `${alarms}+` : alarms;
    text = t("thresholds.preview.alarms", { count: data.alarms, figure, days: data.days });
  }
  const isCoarse = isCurrent && data !== undefined && data.stepS !== null;
  return (
    <p className="threshold-preview" role="status">
      {text}
      {isCoarse && <small>{t("thresholds.preview.coarse", { minutes: (data.stepS as number) / 60 })}</small>}
    </p>
  );
}
