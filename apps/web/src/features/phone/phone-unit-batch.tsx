import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { nameOfUnit, PhoneUnit } from "./phone-unit.tsx";
import type { UnitBatch } from "./unit-groups.ts";

interface PhoneUnitBatchProps {
  readonly batch: UnitBatch;
  readonly plant: StationDetail;
  /** Whether the card names its string; the heading above does otherwise. */
  readonly hasName: boolean;
}

/** Units of one string with the same status in one card, with the power of all; it opens to the units. */
export function PhoneUnitBatch({ batch, plant, hasName }: PhoneUnitBatchProps) {
  const { t } = useTranslation();
  const { group, units } = batch;
  const [first, last] = [units[0]!, units.at(-1)!];
  const { status } = first;
  const powers = units.flatMap(({ powerW }) => powerW ?? []);
  const name =
    group.kind === "string" ? t("phonePlant.string", { name: group.name }) : t(`phonePlant.${group.kind}`);
  return (
    <li className="phone-batch" data-status={status}>
      <details>
        <summary>
          <span className="phone-name">
            <strong>{hasName ? name : `${nameOfUnit(first)} … ${nameOfUnit(last)}`}</strong>
            <small>{t("phonePlant.count", { count: units.length })}</small>
          </span>
          <span className="phone-power">
            {first.level > 1 && powers.length > 0 && (
              <Scaled
                value={powers.reduce((sum, powerW) => sum + powerW, 0)}
                unit="W"
                isStale={status === "offline"}
              />
            )}
          </span>
          <span className="phone-line">
            <OperatingStatus status={status} isAsleep={units.every(({ isAsleep }) => isAsleep)} />
            <Icon name="down" />
          </span>
        </summary>
        <ul>
          {units.map((unit) => (
            <PhoneUnit key={unit.deviceId} unit={unit} plant={plant} />
          ))}
        </ul>
      </details>
    </li>
  );
}
