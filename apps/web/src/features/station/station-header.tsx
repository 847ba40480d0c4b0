import { endpoints } from "virtual:endpoints";
import type { PlantStatus, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SiteWorkButton, SiteWorkLines } from "../../shared/alarms/site-work/site-work.tsx";
import type { OpenAlarms } from "../../shared/alarms/use-open-alarms.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../shared/live/live.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PlantPicture } from "../../shared/ui/content/plant-picture.tsx";
import { PageHead } from "../../shared/ui/layout/page/page-head.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Plain } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo, useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { LeaveButton } from "./leave-button.tsx";
import { PlantContact } from "./plant-contact.tsx";
import { PlantReason } from "./plant-reason.tsx";

const troubles: readonly PlantStatus[] = ["fault", "alarm", "warning"];

interface StationHeaderProps {
  readonly plant: StationDetail;
  readonly canAdd: boolean;
  readonly onAdd: () => void;
  /** Leads to the devices with the plant's status; absent where they may not be seen. */
  readonly onTrouble?: (status: PlantStatus) => void;
  /** Undefined until they are read, and where they are not visible. */
  readonly alarms: OpenAlarms | undefined;
  readonly hasAlarms: boolean;
}

export function StationHeader(props: StationHeaderProps) {
  const { plant, canAdd, onAdd, onTrouble, alarms, hasAlarms } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const live = useLivePlant(plant.stationId);
  const status = live?.status ?? plant.status;
  const { data: ops } = useQuery(
    queryOf(endpoints.permission.checkStationOp, { stationId: plant.stationId }),
  );
  const mark = <OperatingStatus status={status} isAsleep={live?.isAsleep ?? plant.isAsleep} />;
  return (
    <PageHead
      title={plant.name}
      {...(plant.number !== null && { here: plant.number })}
      beside={
        <>
          {plant.pictureId !== null && (
            <PlantPicture stationId={plant.stationId} pictureId={plant.pictureId} />
          )}
          {onTrouble !== undefined && troubles.includes(status) ? (
            <button
              type="button"
              className="status-link"
              title={t("station.toUnits")}
              onClick={() => onTrouble(status)}
            >
              {mark}
            </button>
          ) : (
            mark
          )}
          <p className="station-facts">
            <Plain value={plant.installedCapacityKwp} digits={2} unit="kWp" />
            {plant.unitCount !== null && <span>{t("station.units", { count: plant.unitCount })}</span>}
            <span>
              {plant.timeZone} <time>{formatClock(now, plant.timeZone, tag)}</time>
            </span>
            <span>
              {t("station.lastReport")}{" "}
              <TimeAgo at={live?.updatedAt ?? plant.updatedAt} timeZone={plant.timeZone} />
            </span>
          </p>
        </>
      }
      text={
        <>
          <PlantContact plant={plant} />
          {alarms !== undefined && alarms.total > 0 && (
            <PlantReason stationId={plant.stationId} status={plant.status} alarms={alarms} />
          )}
          {hasAlarms && <SiteWorkLines stationId={plant.stationId} timeZone={plant.timeZone} />}
        </>
      }
      actions={
        <>
          {hasAlarms && (
            <Link className="button" to={`/station/${plant.stationId}/alarms`}>
              <Icon name="bell" />
              {t("title.plantAlarms")}
            </Link>
          )}
          {hasAlarms && <SiteWorkButton stationId={plant.stationId} timeZone={plant.timeZone} />}
          {plant.level !== "public" && !plant.hiddenParts.includes("energy") && (
            <Link className="button" to={`/station/${plant.stationId}/corrections`}>
              <Icon name="document" />
              {t("frame.corrections")}
            </Link>
          )}
          {ops?.share.allowed === true && (
            <Link className="button" to={`/station/${plant.stationId}/members`}>
              <Icon name="person" />
              {t("title.members")}
            </Link>
          )}
          {plant.level === "participant" && <LeaveButton plant={plant} />}
          {ops?.edit.allowed === true && (
            <Link className="button" to={`/edit-power-station/${plant.stationId}`}>
              <Icon name="edit" />
              {t("station.edit")}
            </Link>
          )}
          {canAdd && (
            <button type="button" className="button" onClick={onAdd}>
              <Icon name="plus" />
              {t("device.add")}
            </button>
          )}
        </>
      }
    />
  );
}
