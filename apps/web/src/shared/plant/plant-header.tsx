import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { troubles } from "../alarms/alarms-link.tsx";
import { SiteWorkButton, SiteWorkLines } from "../alarms/site-work/site-work.tsx";
import type { OpenAlarms } from "../alarms/use-open-alarms.ts";
import { queryOf } from "../api/queries.ts";
import { useCan } from "../auth/allowed.tsx";
import { formatClock } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { useLivePlant } from "../live/live.ts";
import { SafetyLine } from "../safety/safety-line.tsx";
import { Icon } from "../ui/content/icon.tsx";
import { PlantPicture } from "../ui/content/plant-picture.tsx";
import { PageHead } from "../ui/layout/page/page-head.tsx";
import { OperatingStatus } from "../ui/status/operating-status.tsx";
import { Plain } from "../ui/status/quantity.tsx";
import { TimeAgo, useServerNow } from "../ui/status/time-ago.tsx";
import { fromPlant } from "./from-plant.ts";
import { LeaveButton } from "./leave-button.tsx";
import { PlantContact } from "./plant-contact.tsx";
import { PlantReason } from "./plant-reason.tsx";
import { useCanAddDevices } from "./use-can-add-devices.ts";
import { useStatusReason } from "./use-status-reason.ts";

interface PlantHeaderProps {
  readonly plant: StationDetail;
  /** Name of the page; absent on the plant's overview. */
  readonly title: string | undefined;
  /** Undefined until they are read, and where they are not visible. */
  readonly alarms: OpenAlarms | undefined;
  readonly hasAlarms: boolean;
}

/** What is known of a plant on each of its pages: status and reason, contacts, and what can be done. */
export function PlantHeader({ plant, title, alarms, hasAlarms }: PlantHeaderProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const now = useServerNow();
  const live = useLivePlant(plant.stationId);
  const status = live?.status ?? plant.status;
  const { data: ops } = useQuery(
    queryOf(endpoints.permission.checkStationOp, { stationId: plant.stationId }),
  );
  const address = `/station/${plant.stationId}`;
  const canReadDevices = useCan("device:read") === true;
  const showsDevices = canReadDevices && plant.level !== "public" && !plant.hiddenParts.includes("devices");
  const canAdd = useCanAddDevices(plant);
  // An alarm says more: it is in the list below.
  const reason = useStatusReason(plant, status);
  const isUnexplained = reason !== undefined && plant.alarm === null;
  const mark = <OperatingStatus status={status} isAsleep={live?.isAsleep ?? plant.isAsleep} />;
  return (
    <PageHead
      title={plant.name}
      {...(title === undefined
        ? plant.number !== null && { here: plant.number }
        : { here: title, crumbs: [{ text: plant.name, address, state: fromPlant }] })}
      beside={
        <>
          {plant.pictureId !== null && (
            <PlantPicture stationId={plant.stationId} pictureId={plant.pictureId} />
          )}
          {showsDevices && troubles.has(status) ? (
            <Link
              className="status-link"
              title={t("station.toUnits")}
              to={`${address}/devices?status=${status}`}
            >
              {mark}
            </Link>
          ) : (
            mark
          )}
          {isUnexplained && <span className="plant-status-reason">{reason}</span>}
          <p className="plant-facts">
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
          {showsDevices && <SafetyLine plant={plant} />}
          <PlantContact plant={plant} />
          {/* The overview has them with what to do. */}
          {title !== undefined && alarms !== undefined && alarms.total > 0 && (
            <PlantReason stationId={plant.stationId} status={plant.status} alarms={alarms} />
          )}
          {hasAlarms && <SiteWorkLines stationId={plant.stationId} timeZone={plant.timeZone} />}
        </>
      }
      actions={
        <>
          {hasAlarms && <SiteWorkButton stationId={plant.stationId} timeZone={plant.timeZone} />}
          {plant.level === "participant" && <LeaveButton plant={plant} />}
          {ops?.edit.allowed === true && (
            <Link className="button" to={`/edit-power-station/${plant.stationId}`}>
              <Icon name="edit" />
              {t("station.edit")}
            </Link>
          )}
          {canAdd && (
            <Link className="button" to={`${address}/devices?add=gateway`}>
              <Icon name="plus" />
              {t("device.add")}
            </Link>
          )}
        </>
      }
    />
  );
}
