import { endpoints } from "virtual:endpoints";
import type { Device, DevicePlace } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { DeviceLevel, useBesideTitle } from "../../shared/device/device-level.tsx";
import { nameOf } from "../../shared/device/device-name.ts";
import { devicePath } from "../../shared/routing/device-path.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";

/** Where the device is: from the gateway down to it, beside others of its string, and what is connected to it. */
export function PlaceTab({ device }: { readonly device: Device }) {
  const place = useQuery(queryOf(endpoints.devicePage.place, { deviceId: device.deviceId }));
  if (place.data === undefined) return <Awaiting awaited={place} />;
  return <Place device={device} place={place.data} />;
}

function Place({ device, place }: { readonly device: Device; readonly place: DevicePlace }) {
  const { t } = useTranslation();
  const besideTitle = useBesideTitle();
  return (
    <>
      <section className="card" aria-label={t("devicePage.path")}>
        <div className="card-head">
          <h2>{t("devicePage.path")}</h2>
        </div>
        <ol className="device-path">
          {[...place.above, device].map((each) => (
            <PathStep key={each.deviceId} device={each} isHere={each.deviceId === device.deviceId} />
          ))}
        </ol>
      </section>
      <DeviceLevel title={besideTitle(place)} level={place.beside} currentId={device.deviceId} />
      {(device.level < 3 || place.below.total > 0) && (
        <DeviceLevel title={t("devicePage.below")} level={place.below} />
      )}
    </>
  );
}

function PathStep({ device, isHere }: { readonly device: Device; readonly isHere: boolean }) {
  const { t } = useTranslation();
  return (
    <li aria-current={isHere ? "true" : undefined}>
      <span className="note">{t(`deviceKind.${device.type}`)}</span>
      {isHere ? (
        <strong>{nameOf(device)}</strong>
      ) : (
        <Link to={devicePath(device.deviceId)}>{nameOf(device)}</Link>
      )}
      <OperatingStatus status={device.status} isAsleep={device.isAsleep} />
      <Scaled value={device.powerW} unit="W" isStale={device.communicationStatus === "offline"} />
    </li>
  );
}
