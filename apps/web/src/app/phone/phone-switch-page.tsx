import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { SwitchCard } from "../../features/device/switch-card.tsx";
import { DesktopOnlyPage } from "../../features/phone/desktop-only-page.tsx";
import { queryOf } from "../../shared/api/queries.ts";
import { nameOf } from "../../shared/device/device-name.ts";
import { PhoneBack } from "./phone-back.tsx";
import { PhoneConsole } from "./phone-console.tsx";

/** A device on a phone: its switch. Everything else about it is a page of the console. */
export function PhoneSwitchPage() {
  const { id: deviceId = "" } = useParams();
  return (
    <PhoneConsole address={`/device/${deviceId}`}>
      <DeviceSwitch key={deviceId} deviceId={deviceId} />
    </PhoneConsole>
  );
}

function DeviceSwitch({ deviceId }: { readonly deviceId: string }) {
  const device = useQuery(queryOf(endpoints.device.get, { deviceId }));
  const unit = useQuery(queryOf(endpoints.unitSwitch.get, { deviceId }));
  if (device.isError || unit.isError || unit.data?.hasSwitch === false) return <DesktopOnlyPage />;
  if (device.data === undefined || unit.data === undefined) return null;
  return <Switch device={device.data} />;
}

function Switch({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { stationId, type, sn } = device;
  return (
    <>
      {stationId !== null && <PhoneBack to={`/station/${stationId}/safety`} text={t("safety.title")} />}
      <h1>{nameOf(device)}</h1>
      <p className="phone-caption">
        {t(`deviceKind.${type}`)} <span className="mono">{sn}</span>
      </p>
      <div className="phone-cards">
        <SwitchCard device={device} />
      </div>
    </>
  );
}
