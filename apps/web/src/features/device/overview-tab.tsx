import type { Device, DeviceModelFacts } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { DeviceSilence } from "../../shared/device/device-silence.tsx";
import { MeasuredValues } from "../../shared/device/measured-values.tsx";
import { UnitDayCurve } from "../../shared/device/unit-day-curve.tsx";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Plain } from "../../shared/ui/status/quantity.tsx";
import { deviceColumns } from "../../shared/ui/table/device-columns.tsx";
import { AliasFact } from "./alias-fact.tsx";
import { SwitchCard } from "./switch-card.tsx";

/** Everything that is known of a device (R3.10), its latest values and its day; not those of a gateway that measures nothing. */
export function OverviewTab({ device, model }: OverviewTabProps) {
  const { t } = useTranslation();
  const values = deviceColumns(t).measured.filter(({ key }) => isShown(key, { device, model }));
  return (
    <>
      <DeviceSilence device={device} />
      {values.length > 0 && <ValuesCard device={device} values={values} />}
      {values.length > 0 && <UnitDayCurve device={device} />}
      <SwitchCard device={device} />
      <AboutCard device={device} />
      <InstallationCard device={device} />
    </>
  );
}

interface OverviewTabProps {
  readonly device: Device;
  /** Undefined while it is read. */
  readonly model: DeviceModelFacts | undefined;
}

/** What devices of the model measure, and whatever else was reported. */
function isShown(key: string, { device, model }: OverviewTabProps): boolean {
  const fields: readonly string[] | undefined = model?.fields;
  return fields === undefined || fields.includes(key) || device[key as keyof Device] !== null;
}

interface ValuesCardProps {
  readonly device: Device;
  readonly values: ReturnType<typeof deviceColumns>["measured"];
}

function ValuesCard({ device, values }: ValuesCardProps) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-label={t("devicePage.live")}>
      <div className="card-head">
        <h2>{t("devicePage.live")}</h2>
      </div>
      <MeasuredValues device={device} values={values} className="device-values" />
    </section>
  );
}

function AboutCard({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { onlineAt, timeZone, isClosed } = device;
  return (
    <section className="card" aria-label={t("devicePage.about")}>
      <div className="card-head">
        <h2>{t("devicePage.about")}</h2>
      </div>
      <Facts>
        <Fact name={t("unit.sn")}>
          <span className="mono">{device.sn}</span>
        </Fact>
        <AliasFact device={device} />
        <Fact name={t("unit.type")}>{t(`deviceKind.${device.type}`)}</Fact>
        <Fact name={t("devicePage.model")}>{device.model}</Fact>
        <Fact name={t("devicePage.ratedPower")}>
          <Plain value={device.ratedPowerW} digits={0} unit="W" />
        </Fact>
        <Fact name={t("devicePage.level")}>{device.level}</Fact>
        <Fact name={t("devicePage.communication")}>
          <OperatingStatus status={device.communicationStatus} isAsleep={device.isAsleep} />
        </Fact>
        <Fact name={t("devicePage.onlineAt")}>
          {onlineAt !== null && (
            <time className="quantity" dateTime={onlineAt} title={timeZone}>
              {formatDateTime(Date.parse(onlineAt), timeZone, tag)}
            </time>
          )}
        </Fact>
        {isClosed !== null && (
          <Fact name={t("devicePage.switch")}>{t(isClosed ? "devicePage.closed" : "devicePage.opened")}</Fact>
        )}
        <Fact name={t("devicePage.software")}>{device.softwareVersion}</Fact>
        <Fact name={t("devicePage.hardware")}>{device.hardwareVersion}</Fact>
        <Fact name={t("devicePage.hplc")}>{device.hplcVersion}</Fact>
        <Fact name={t("devicePage.mconSt")}>{device.mconStVersion}</Fact>
        <Fact name={t("devicePage.adopted")}>{t(device.isAdopted ? "devicePage.yes" : "devicePage.no")}</Fact>
      </Facts>
    </section>
  );
}

function InstallationCard({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { polePosition } = device;
  return (
    <section className="card" aria-label={t("devicePage.installation")}>
      <div className="card-head">
        <h2>{t("devicePage.installation")}</h2>
      </div>
      <Facts>
        <Fact name={t("devicePage.plant")}>
          {device.stationId !== null && <Link to={`/station/${device.stationId}`}>{device.stationName}</Link>}
        </Fact>
        <Fact name={t("devicePage.company")}>{device.companyName}</Fact>
        <Fact name={t("devicePage.owner")}>{device.ownerName}</Fact>
        <Fact name={t("unit.place")}>{device.slotLabel}</Fact>
        <Fact name={t("devicePage.tilt")}>
          <Plain value={device.tiltDeg} digits={1} unit="°" />
        </Fact>
        <Fact name={t("devicePage.azimuth")}>
          <Plain value={device.azimuthDeg} digits={1} unit="°" />
        </Fact>
        <Fact name={t("devicePage.pole")}>
          {polePosition !== null && t(`devicePage.poles.p${polePosition as 1}`)}
        </Fact>
      </Facts>
    </section>
  );
}
