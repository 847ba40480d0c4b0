import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ExplainedStatus } from "../../shared/alarms/explained-status.tsx";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { DeviceSilence } from "../../shared/device/device-silence.tsx";
import { MeasuredValues } from "../../shared/device/measured-values.tsx";
import { UnitDayCurve } from "../../shared/device/unit-day-curve.tsx";
import { devicePath } from "../../shared/routing/device-path.ts";
import { IconButton } from "../../shared/ui/content/icon-button.tsx";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import { DeviceOperatingStatus } from "../../shared/ui/status/device-operating-status.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { deviceColumns } from "../../shared/ui/table/device-columns.tsx";
import { RecentAlarms } from "./recent-alarms.tsx";
import { StringCard } from "./string-card.tsx";
import "./device-panel.css";

interface DevicePanelProps {
  readonly deviceId: string;
  /** Devices of the list in its order. */
  readonly listed: readonly string[];
  readonly onShow: (deviceId: string) => void;
  readonly onClose: () => void;
}

/** A device beside the list: state, latest values, its day, the devices beside it and its alarms. */
export function DevicePanel({ deviceId, listed, onShow, onClose }: DevicePanelProps) {
  const { t } = useTranslation();
  const device = useQuery(queryOf(endpoints.device.get, { deviceId }));
  const { data } = device;
  const name = data === undefined ? t("control.about") : data.slotLabel || data.alias || data.sn;
  return (
    <Dialog kind="drawer" title={name} onClose={onClose}>
      <div className="device-panel">
        <Steps deviceId={deviceId} listed={listed} onShow={onShow} />
        {data !== undefined && <Content key={deviceId} device={data} />}
        {data === undefined && device.isError && (
          <FailedState error={device.error} onRetry={() => void device.refetch()} />
        )}
        {data === undefined && !device.isError && <Skeleton width="100%" height="40rem" />}
      </div>
    </Dialog>
  );
}

/** Steps through the devices of the list's page. */
function Steps({ deviceId, listed, onShow }: Omit<DevicePanelProps, "onClose">) {
  const { t } = useTranslation();
  const index = listed.indexOf(deviceId);
  const step = (icon: "left" | "right", label: string, next: string | undefined) => (
    <IconButton
      icon={icon}
      label={label}
      disabled={next === undefined}
      onClick={() => next !== undefined && onShow(next)}
    />
  );
  return (
    <div className="device-steps">
      {step("left", t("control.previous"), index > 0 ? listed[index - 1] : undefined)}
      {step("right", t("control.next"), index < 0 ? undefined : listed[index + 1])}
      <span className="push" />
      <Link className="button" data-kind="primary" to={devicePath(deviceId)}>
        {t("control.openPage")}
      </Link>
    </div>
  );
}

function Content({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const canSeeAlarms = useCan("alarm:read") === true;
  const { sn, type, model, stationId, stationName, status, alarm, timeZone } = device;
  return (
    <>
      <div className="device-summary">
        <ExplainedStatus
          status={status}
          alarm={alarm}
          timeZone={timeZone}
          address={`/station/${stationId}/alarms?deviceId=${device.deviceId}`}
        >
          <DeviceOperatingStatus device={device} />
        </ExplainedStatus>
        <span>{t(`deviceKind.${type}`)}</span>
        {model !== "" && <span>{model}</span>}
        <span className="mono">{sn}</span>
        <Link to={`/station/${stationId}`}>{stationName}</Link>
      </div>
      <DeviceSilence device={device} />
      <Values device={device} />
      <UnitDayCurve device={device} />
      {stationId !== null && <StringCard deviceId={device.deviceId} />}
      {canSeeAlarms && stationId !== null && (
        <RecentAlarms deviceId={device.deviceId} stationId={stationId} />
      )}
    </>
  );
}

function Values({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { measured, lastReport } = deviceColumns(t);
  return (
    <section className="card" aria-label={t("control.values")}>
      <div className="card-head">
        <h2>{t("control.values")}</h2>
        <span className="note">{lastReport.render(device)}</span>
      </div>
      <MeasuredValues device={device} values={measured} className="panel-values" />
    </section>
  );
}
