import { endpoints } from "virtual:endpoints";
import type { QueryInputOf, Threshold } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../api/queries.ts";
import { formatDay } from "../../base/format/times.ts";
import { readPlainNumber } from "../../base/format/typed-numbers.ts";
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

const readNumbers = (values: ThresholdPreviewProps["values"]) =>
  [values.raiseValue, values.clearValue, values.delayS].map((value) =>
    readPlainNumber(String(value ?? "")),
  ) as [number, number, number];

/** Whether both values are there, and the condition would not end where it begins. */
function isReversed({ limit: { side }, values }: ThresholdPreviewProps): boolean {
  const [raiseValue, clearValue] = readNumbers(values);
  return side === "high" ? clearValue >= raiseValue : clearValue <= raiseValue;
}

/** The query of values that a limit can have. */
function findQuery({ limit, stationId, values }: ThresholdPreviewProps): Query | undefined {
  const [raiseValue, clearValue, delayS] = readNumbers(values);
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
  const format = (figure: number): string => `${figure.toLocaleString(tag)}${data?.isCapped ? "+" : ""}`;
  function say(): string {
    if (isReversed(props))
      return t(`thresholds.preview.${props.limit.side === "high" ? "orderHigh" : "orderLow"}`);
    if (typed === "null" || preview.isError) return t("thresholds.preview.none");
    if (data === undefined) return t("thresholds.preview.counting");
    const { alarms, days, fromAt } = data;
    if (fromAt === null) return t("thresholds.preview.unmeasured", { days });
    return t("thresholds.preview.alarms", { count: alarms, figure: format(alarms), days });
  }
  /** What the count rests on. */
  function sayDetails(): string[] {
    if (data === undefined || data.fromAt === null) return [];
    const { devices, fromAt, stepS } = data;
    return [
      ...(devices > 0 ? [t("thresholds.preview.devices", { count: devices, figure: format(devices) })] : []),
      t("thresholds.preview.measured", { from: dayOf(Date.parse(fromAt)), to: dayOf(now) }),
      ...(stepS === null ? [] : [t("thresholds.preview.coarse", { minutes: stepS / 60 })]),
    ];
  }
  return (
    <p className="threshold-preview" role="status">
      <strong>{say()}</strong>
      {sayDetails().map((detail) => (
        <small key={detail}>{detail}</small>
      ))}
      {props.values.isOn === false && <small>{t("thresholds.preview.off")}</small>}
    </p>
  );
}
