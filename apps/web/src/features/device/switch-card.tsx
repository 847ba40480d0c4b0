import { endpoints } from "virtual:endpoints";
import type { DataOf, Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { formatVolts } from "../../shared/base/format/numbers.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { nameOf } from "../../shared/device/device-name.ts";
import { useIsSafetyLive, useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { useAddReason } from "../../shared/safety/add-reason.tsx";
import { EarlierEvidence } from "../../shared/safety/earlier-evidence.tsx";
import { ageEvidence, getNextReadMs } from "../../shared/safety/evidence-age.ts";
import { LiveNotice } from "../../shared/safety/live-notice.tsx";
import { OfflineGateways } from "../../shared/safety/offline-gateways.tsx";
import { isMeasuredEarlier, unitHeadline } from "../../shared/safety/unit-headline.ts";
import { useEvidenceTime, usePassedMs } from "../../shared/safety/use-evidence-age.ts";
import { usePress } from "../../shared/safety/use-press.tsx";
import { POLL_MS, useSecondsUntil } from "../../shared/safety/use-safety.ts";
import { askConfirm, askText } from "../../shared/ui/dialog/asking.ts";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import "../../shared/safety/safety.css";

type UnitSwitch = DataOf<typeof endpoints.unitSwitch.get>;

const RELOAD_MS = 500;

/** Whether time alone will change the state. */
const isCounting = ({ state }: UnitSwitch): boolean => state === "opening" || state === "closing";

/** Opens and closes one unit, the relay of an MCON or the units of an SCON, with what is measured of it (R4.10). */
export function SwitchCard({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { deviceId, stationId, timeZone } = device;
  const isLive = useIsSafetyLive();
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf(endpoints.unitSwitch.get, { deviceId }),
    // That a proof becomes old is not pushed, and a countdown must not stop where the event stream is interrupted.
    refetchInterval: ({ state: { data: read } }) => {
      if (read?.hasSwitch !== true) return false;
      return !isLive || isCounting(read) ? POLL_MS : getNextReadMs(read.evidence);
    },
  });
  const passedMs = usePassedMs(dataUpdatedAt, data === undefined ? [] : [data.evidence]);
  if (data?.hasSwitch !== true) return null;
  const unit = { ...data, evidence: ageEvidence(data.evidence, passedMs) };
  return (
    <section className="card safety" aria-label={t("safety.unit.title")}>
      {stationId !== null && <SwitchLive stationId={stationId} />}
      <h2>{t("safety.unit.title")}</h2>
      <State device={device} unit={unit} />
      {stationId !== null && <LiveNotice readAt={dataUpdatedAt} timeZone={timeZone} />}
      <Actions device={device} unit={unit} />
    </section>
  );
}

function SwitchLive({ stationId }: { readonly stationId: string }) {
  const reload = useThrottled(() => refreshPath(endpoints.unitSwitch.get.path), RELOAD_MS);
  useLive(
    `safety:${stationId}`,
    ({ type }) => {
      if (type === "safety" || type === "gateway") reload();
    },
    reload,
  );
  useLive(
    `plant:${stationId}`,
    ({ type }) => {
      if (type === "commands") reload();
    },
    reload,
  );
  return null;
}

interface PartProps {
  readonly device: Device;
  readonly unit: UnitSwitch;
}

function State({ device: { timeZone, type }, unit }: PartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const formatAt = useEvidenceTime(timeZone);
  const { operation, evidence, plantState, units } = unit;
  const seconds = useSecondsUntil(isCounting(unit) ? operation?.deadlineAt : undefined);
  const at = (iso: string) => formatSecond(Date.parse(iso), timeZone, tag);
  const measured = units.find(({ outputV }) => outputV !== null);
  return (
    <div className="safety-state">
      <p className="safety-now" role="status">
        <StatusMark {...unitHeadline(unit, t, formatAt)} />
        {operation?.isDrill === true && <StatusMark variant="scheduled" text={t("safety.alone.drill")} />}
        {seconds > 0 && <span className="safety-countdown">{t("safety.seconds", { seconds })}</span>}
      </p>
      {isMeasuredEarlier(unit) && <EarlierEvidence evidence={evidence} timeZone={timeZone} />}
      {operation?.kind === "open" && <OfflineGateways evidence={evidence} maxNamed={1} />}
      {operation !== null && (
        <p>
          {t(operation.kind === "open" ? "safety.unit.openedBy" : "safety.unit.closedBy", {
            name: operation.byName ?? t("safety.someone"),
            at: at(operation.acceptedAt),
          })}
          {operation.reason !== "" && ` · ${operation.reason}`}
        </p>
      )}
      {operation !== null && operation.deliveries > 0 && (
        <p className="note">
          {t("safety.unit.sent", { count: operation.deliveries })}
          {operation.acknowledgedAt !== null && ` · ${t("safety.unit.acknowledged")}`}
          {operation.code !== null && ` · ${t("safety.evidence.failed", { code: operation.code })}`}
        </p>
      )}
      {measured?.sampleAt != null && (
        <p className="note">
          {t("safety.provenAt", {
            at: at(measured.sampleAt),
            output: formatVolts(measured.outputV, tag),
            input: formatVolts(measured.inputV, tag),
          })}
        </p>
      )}
      {plantState !== "normal" && <p className="note">{t("safety.unit.ofPlant")}</p>}
      {type === "MCON" && <p className="note">{t("safety.unit.relay")}</p>}
      {type === "SCON" && <p className="note">{t("safety.unit.string")}</p>}
    </div>
  );
}

function Actions({ device, unit: { ops, state, operation } }: PartProps) {
  const { t } = useTranslation();
  const { deviceId, sn, stationId } = device;
  const name = nameOf(device);
  const open = usePress(endpoints.unitSwitch.open, { isOpening: true });
  const close = usePress(endpoints.unitSwitch.close);
  const release = usePress(endpoints.unitSwitch.release);
  const why = useAddReason({
    stationId,
    operation,
    title: t(`safety.why.${operation?.kind ?? "open"}`, { name }),
  });

  async function askOpen(): Promise<void> {
    const asked = await askConfirm({
      title: t("safety.unit.confirm.title", { name }),
      text: t("safety.unit.confirm.text", { name }),
      confirmText: t("safety.unit.confirm.now"),
      kind: "danger",
    });
    if (asked === "confirm") open.mutate({ deviceId, idempotencyKey: crypto.randomUUID() });
  }

  async function askClose(): Promise<void> {
    const typed = await askText({
      title: t("safety.unit.closing.title", { name }),
      label: `${t("safety.unit.closing.label")} (${sn})`,
      text: t("safety.unit.closing.text", { name }),
      confirmText: t("safety.unit.close"),
      isValid: (text) => text === sn,
      errorText: t("safety.unit.closing.differs"),
    });
    if (typed !== undefined) close.mutate({ deviceId, sn: typed, idempotencyKey: crypto.randomUUID() });
  }

  async function askRelease(): Promise<void> {
    const reason = await askText({
      title: t("safety.unit.releasing.title", { name }),
      label: t("safety.release.reason"),
      text: t("safety.unit.releasing.text"),
      confirmText: t("safety.unit.release"),
      maxLength: 200,
    });
    if (reason !== undefined) release.mutate({ deviceId, reason });
  }

  const isOpened = operation?.kind === "open";
  return (
    <>
      <div className="safety-actions">
        <button
          type="button"
          className="button"
          data-kind={isOpened ? "plain" : "danger"}
          disabled={!ops.open.allowed || open.isPending}
          onClick={() => void askOpen()}
        >
          {t(isOpened ? "safety.unit.again" : "safety.unit.open")}
        </button>
        <button
          type="button"
          className="button"
          disabled={!ops.close.allowed || close.isPending}
          onClick={() => void askClose()}
        >
          {t("safety.unit.close")}
        </button>
        {ops.release.allowed && (
          <button
            type="button"
            className="button"
            disabled={release.isPending}
            onClick={() => void askRelease()}
          >
            {t("safety.unit.release")}
          </button>
        )}
        {why.button}
      </div>
      {open.note}
      {close.note}
      {release.note}
      {why.note}
      {ops.open.reason !== undefined && <p className="note">{ops.open.reason}</p>}
      {ops.close.reason !== undefined && ops.close.reason !== ops.open.reason && state !== "none" && (
        <p className="note">{t("safety.unit.refused", { reason: ops.close.reason })}</p>
      )}
    </>
  );
}
