import type { Device, StationDetail } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { PhoneUnit } from "./phone-unit.tsx";
import { PhoneUnitBatch } from "./phone-unit-batch.tsx";
import type { TroubledUnits } from "./troubles.ts";
import type { UnitBatch } from "./unit-groups.ts";
import { batchByStatus, batchTroubled, groupUnits } from "./unit-groups.ts";

interface PhoneUnitsProps {
  readonly plant: StationDetail;
  readonly units: readonly Device[];
  /** Shown on top, besides the position in the string. */
  readonly troubled: readonly TroubledUnits[];
  readonly isSearched: boolean;
  /** A text is searched for: what it finds is listed one by one. */
  readonly isTyped: boolean;
}

/** The units by string, one line each; those of a string with the same status in one card that opens. */
export function PhoneUnits({ plant, units, troubled, isSearched, isTyped }: PhoneUnitsProps) {
  const { t } = useTranslation();
  const groups = useMemo(() => groupUnits(units), [units]);
  const attention = useMemo(
    () =>
      batchTroubled(
        troubled.map(({ rows }) => rows),
        plant.alarm?.sn,
      ),
    [troubled, plant.alarm?.sn],
  );
  if (units.length === 0)
    return isSearched ? (
      <EmptyState icon="search" title={t("phonePlant.noMatch")} />
    ) : (
      <EmptyState icon="panel" title={t("phonePlant.none")} text={t("phonePlant.noneText")} />
    );
  return (
    <>
      {!isSearched && attention.length > 0 && (
        <Group
          plant={plant}
          title={t("phonePlant.attention")}
          count={troubled.reduce((sum, { total }) => sum + total, 0)}
          batches={attention}
          isMixed
        />
      )}
      {groups.map((group) => (
        <Group
          key={group.key}
          plant={plant}
          title={
            group.kind === "string"
              ? t("phonePlant.string", { name: group.name })
              : t(`phonePlant.${group.kind}`)
          }
          count={group.units.length}
          batches={
            isTyped ? [{ key: "typed", group, units: group.units, isCollapsed: false }] : batchByStatus(group)
          }
        />
      ))}
    </>
  );
}

interface GroupProps {
  readonly plant: StationDetail;
  readonly title: string;
  /** Of all of them, also of those that are not loaded. */
  readonly count: number;
  readonly batches: readonly UnitBatch[];
  /** The batches are of different strings. */
  readonly isMixed?: boolean;
}

function Group({ plant, title, count, batches, isMixed = false }: GroupProps) {
  const { t } = useTranslation();
  return (
    <section className="phone-group">
      <h3>
        {title}
        <span className="phone-count">{t("phonePlant.count", { count })}</span>
      </h3>
      <ul>
        {batches.map((batch) =>
          batch.isCollapsed ? (
            <PhoneUnitBatch key={batch.key} batch={batch} plant={plant} hasName={isMixed} />
          ) : (
            batch.units.map((unit) => <PhoneUnit key={unit.deviceId} unit={unit} plant={plant} />)
          ),
        )}
      </ul>
    </section>
  );
}
