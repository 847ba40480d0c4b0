import { useTranslation } from "react-i18next";
import { InstantInput } from "../../ui/form/date-inputs.tsx";
import { Field } from "../../ui/form/field.tsx";
import { useMoment } from "./use-site-work.ts";

export const HOUR_MS = 3_600_000;
const DURATIONS_H = [1, 2, 4, 8, 24, 72];
const UNTIL = "until";

interface EndFieldsProps {
  readonly label: string;
  /** The instant that hours are added to, ms; NaN while it is not chosen. */
  readonly fromMs: number;
  readonly maxHours: number;
  readonly timeZone: string;
  readonly hours: number;
  /** The chosen end instead of hours, empty until it is typed; undefined for hours. */
  readonly untilAt: string | undefined;
  readonly onHours: (hours: number) => void;
  readonly onUntil: (untilAt: string | undefined) => void;
}

/** The end of site work: some hours, or a time. */
export function EndFields(props: EndFieldsProps) {
  const { label, fromMs, maxHours, timeZone, hours, untilAt, onHours, onUntil } = props;
  const { t } = useTranslation();
  const momentOf = useMoment(timeZone);
  const endMs = fromMs + hours * HOUR_MS;
  const ends = Number.isFinite(endMs)
    ? t("siteWork.ends", { time: momentOf(new Date(endMs).toISOString()), zone: timeZone })
    : undefined;
  function choose(value: string): void {
    const isTime = value === UNTIL;
    if (!isTime) onHours(Number(value));
    onUntil(isTime ? "" : undefined);
  }
  return (
    <>
      <Field label={label} {...(untilAt === undefined && ends !== undefined && { hint: ends })}>
        {(attributes) => (
          <select
            {...attributes}
            className="input"
            value={untilAt === undefined ? String(hours) : UNTIL}
            onChange={({ target }) => choose(target.value)}
          >
            {DURATIONS_H.filter((each) => each <= maxHours).map((each) => (
              <option key={each} value={each}>
                {t("siteWork.hours", { count: each })}
              </option>
            ))}
            <option value={UNTIL}>{t("siteWork.untilTime")}</option>
          </select>
        )}
      </Field>
      {untilAt !== undefined && (
        <Field label={t("siteWork.untilAt")} isNeeded hint={t("siteWork.limit")}>
          {(attributes) => <InstantInput value={untilAt} onChange={onUntil} attributes={attributes} />}
        </Field>
      )}
    </>
  );
}
