import { endpoints } from "virtual:endpoints";
import type { Device, DevicePlace } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { nameOf } from "./device-name.ts";
import { findMedianPower } from "./median-power.ts";
import { Siblings } from "./siblings.tsx";

/** Where the device is: from the gateway down to it, beside others of its string, and what is connected to it. */
export function PlaceTab({ device }: { readonly device: Device }) {
  const place = useQuery(queryOf(endpoints.devicePage.place, { deviceId: device.deviceId }));
  if (place.data === undefined) return <Awaiting awaited={place} />;
  return <Place device={device} place={place.data} />;
}

function Place({ device, place }: { readonly device: Device; readonly place: DevicePlace }) {
  const { t } = useTranslation();
  const parent = place.above.at(-1);
  const besideTitle = () => {
    if (parent === undefined) return t("devicePage.besideGateway");
    if (parent.type === "DCON") return t("devicePage.besideOther", { name: nameOf(parent) });
    return t("devicePage.beside");
  };
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
      <Level title={besideTitle()} level={place.beside} currentId={device.deviceId} />
      {(device.level < 3 || place.below.total > 0) && (
        <Level title={t("devicePage.below")} level={place.below} />
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
        <Link to={`/device/${device.deviceId}`}>{nameOf(device)}</Link>
      )}
      <OperatingStatus status={device.status} isAsleep={device.isAsleep} />
      <Scaled value={device.powerW} unit="W" isStale={device.communicationStatus === "offline"} />
    </li>
  );
}

interface LevelProps {
  readonly title: string;
  readonly level: DevicePlace["beside"];
  readonly currentId?: string;
}

function Level({ title, level: { rows, total }, currentId }: LevelProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const medianW = findMedianPower(rows);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="note">
          {rows.length < total
            ? t("devicePage.shownOf", {
                shown: formatNumber(rows.length, tag, 0),
                total: formatNumber(total, tag, 0),
              })
            : formatNumber(total, tag, 0)}
        </span>
        {medianW !== null && (
          <span className="note">
            {t("devicePage.median", { value: `${formatNumber(medianW, tag, 0)} W` })}
          </span>
        )}
      </div>
      {rows.length === 0 ? (
        <EmptyState icon="panel" title={t("devicePage.noneBelow")} />
      ) : (
        <Siblings rows={rows} medianW={medianW} currentId={currentId} />
      )}
    </section>
  );
}
