import type { Device, StationDetail } from "@heliograph/contract";
import { isValueStale } from "@heliograph/contract/report-age";
import { Fragment, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useLiveUnit } from "../../shared/live/live.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Plain, Scaled } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo, useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { LazyReason } from "./lazy-reason.tsx";
import { LastReport } from "./plant-reason.tsx";

const measured = [
  { name: "inputVoltageV", digits: 1, unit: "V" },
  { name: "inputCurrentA", digits: 2, unit: "A" },
  { name: "temperatureC", digits: 0, unit: "°C" },
] as const;

interface PhoneUnitProps {
  readonly unit: Device;
  readonly plant: StationDetail;
}

export const nameOfUnit = ({ slotLabel, alias, sn }: Device): string => slotLabel || alias || sn;

/** A unit with its status and its values as they come in. */
export function PhoneUnit({ unit, plant }: PhoneUnitProps) {
  const { t } = useTranslation();
  const live = useLiveUnit(unit.deviceId);
  const now = useServerNow();
  const isPushed = live !== undefined && (unit.updatedAt === null || live.at >= unit.updatedAt);
  const values = isPushed ? live : unit;
  const seenAt = isPushed ? live.at : unit.updatedAt;
  const isStale =
    unit.communicationStatus === "offline" ||
    seenAt === null ||
    isValueStale(seenAt, plant.reportIntervalS, now);
  const name = nameOfUnit(unit);
  return (
    <li className="phone-unit" data-status={unit.status}>
      <span className="phone-name">
        <strong>{name}</strong>
        <small>
          {t(`deviceKind.${unit.type}`)}
          {name === unit.sn ? "" : ` · ${unit.sn}`}
        </small>
      </span>
      <span className="phone-power">
        {unit.level > 1 && values.powerW !== null && (
          <Scaled value={values.powerW} unit="W" isStale={isStale} />
        )}
      </span>
      <span className="phone-line">
        <OperatingStatus status={unit.status} isAsleep={unit.isAsleep} />
        <Seen unit={unit} at={seenAt} />
      </span>
      <Cause unit={unit} />
      <span className="phone-values">
        {measured.map(({ name: key, digits, unit: sign }) => (
          // What a unit does not measure has no dash of its own: the line is short.
          <Fragment key={key}>
            {values[key] !== null && (
              <Plain value={values[key]} digits={digits} unit={sign} isStale={isStale} />
            )}
          </Fragment>
        ))}
      </span>
    </li>
  );
}

/** When a device has reported: in words where it needs attention, otherwise as short as among many. */
function Seen({ unit, at }: { readonly unit: Device; readonly at: string | null }) {
  const { t } = useTranslation();
  const { status, isAsleep, timeZone } = unit;
  const needsAttention = status !== "normal" && !isAsleep;
  if (at === null) return needsAttention ? t("phonePlant.noPower") : null;
  return needsAttention ? (
    <span>
      <LastReport status={status} updatedAt={at} />
    </span>
  ) : (
    <TimeAgo at={at} timeZone={timeZone} />
  );
}

/** The alarm, or the device's own report, that its status is from. */
function Cause({ unit: { alarm, statusReason, timeZone } }: Pick<PhoneUnitProps, "unit">) {
  const { t } = useTranslation();
  if (alarm === null && statusReason !== "unit-fault") return null;
  return (
    <span className="phone-line">
      {alarm === null ? (
        t("phone.unitFault")
      ) : (
        <Suspense fallback={null}>
          <LazyReason alarm={{ ...alarm, timeZone }} isShort />
        </Suspense>
      )}
    </span>
  );
}
