import type { Device, StationDetail } from "@heliograph/contract";
import { isValueStale } from "@heliograph/contract/report-age";
import { Fragment, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLiveUnit } from "../../shared/live/live.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Plain, Scaled } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo, useServerNow } from "../../shared/ui/status/time-ago.tsx";
import type { UnitGroup } from "./unit-groups.ts";
import { groupUnits } from "./unit-groups.ts";

interface PhoneUnitsProps {
  readonly plant: StationDetail;
  readonly units: readonly Device[];
  /** Shown on top, besides the position in the string. */
  readonly troubled: readonly Device[];
  readonly isSearched: boolean;
}

/** The units by string, one line each. */
export function PhoneUnits({ plant, units, troubled, isSearched }: PhoneUnitsProps) {
  const { t } = useTranslation();
  const groups = useMemo(() => groupUnits(units), [units]);
  if (units.length === 0)
    return isSearched ? (
      <EmptyState icon="search" title={t("phonePlant.noMatch")} />
    ) : (
      <EmptyState icon="panel" title={t("phonePlant.none")} text={t("phonePlant.noneText")} />
    );
  const attention: UnitGroup = { key: "attention", kind: "attention", name: "", units: troubled };
  return [...(troubled.length > 0 ? [attention] : []), ...groups].map((group) => (
    <section className="phone-group" key={group.key}>
      <h3>
        <GroupName group={group} />
        <span className="phone-count">{t("phonePlant.count", { count: group.units.length })}</span>
      </h3>
      <ul>
        {group.units.map((unit) => (
          <Unit key={unit.deviceId} unit={unit} plant={plant} />
        ))}
      </ul>
    </section>
  ));
}

function GroupName({ group: { kind, name } }: { group: UnitGroup }) {
  const { t } = useTranslation();
  if (kind === "string") return t("phonePlant.string", { name });
  return t(`phonePlant.${kind}`);
}

const measured = [
  { name: "inputVoltageV", digits: 1, unit: "V" },
  { name: "inputCurrentA", digits: 2, unit: "A" },
  { name: "temperatureC", digits: 0, unit: "°C" },
] as const;

function Unit({ unit, plant }: { unit: Device; plant: StationDetail }) {
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
  const name = unit.slotLabel || unit.alias || unit.sn;
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
        {unit.level > 1 && <Scaled value={values.powerW} unit="W" isStale={isStale} />}
      </span>
      <span className="phone-line">
        <OperatingStatus status={unit.status} isAsleep={unit.isAsleep} />
        <TimeAgo at={seenAt} timeZone={plant.timeZone} />
      </span>
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
