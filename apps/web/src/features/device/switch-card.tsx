import { endpoints } from "virtual:endpoints";
import type { DataOf, Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { formatVolts } from "../../shared/base/format/numbers.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { nameOf } from "../../shared/device/device-name.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { UNIT_VARIANTS } from "../../shared/safety/safety-texts.ts";
import { usePress } from "../../shared/safety/use-press.tsx";
import { useSecondsUntil } from "../../shared/safety/use-safety.ts";
import { askConfirm, askText } from "../../shared/ui/dialog/asking.ts";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import "../../shared/safety/safety.css";

type UnitSwitch = DataOf<typeof endpoints.unitSwitch.get>;

const RELOAD_MS = 500;

/** Opens and closes one unit, the relay of an MCON or the units of an SCON, with what is measured of it (R4.10). */
export function SwitchCard({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { deviceId, stationId } = device;
  const { data } = useQuery(queryOf(endpoints.unitSwitch.get, { deviceId }));
  if (data?.hasSwitch !== true) return null;
  return (
    <section className="card safety" aria-label={t("safety.unit.title")}>
      {stationId !== null && <SwitchLive stationId={stationId} />}
      <h2>{t("safety.unit.title")}</h2>
      <State device={device} unit={data} />
      <Actions device={device} unit={data} />
    </section>
  );
}

function SwitchLive({ stationId }: { readonly stationId: string }) {
  const reload = useThrottled(() => refreshPath(endpoints.unitSwitch.get.path), RELOAD_MS);
  useLive(
    `plant:${stationId}`,
    ({ type }) => {
      if (type === "safety" || type === "commands" || type === "gateway") reload();
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
  const { state, operation, counts, plantState, units } = unit;
  const isCounting = state === "opening" || state === "closing";
  const seconds = useSecondsUntil(isCounting ? operation?.deadlineAt : undefined);
  const at = (iso: string) => formatSecond(Date.parse(iso), timeZone, tag);
  const measured = units.find(({ outputV }) => outputV !== null);
  return (
    <div className="safety-state">
      <p className="safety-now" role="status">
        <StatusMark
          variant={UNIT_VARIANTS[state]}
          text={t(`safety.unit.state.${state}`, { proven: counts.proven, units: counts.units })}
        />
        {operation?.isDrill === true && <StatusMark variant="scheduled" text={t("safety.alone.drill")} />}
        {seconds > 0 && <span className="safety-countdown">{t("safety.seconds", { seconds })}</span>}
      </p>
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
  const { deviceId, sn } = device;
  const name = nameOf(device);
  const open = usePress(endpoints.unitSwitch.open, { isOpening: true });
  const close = usePress(endpoints.unitSwitch.close);
  const release = usePress(endpoints.unitSwitch.release);

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
      </div>
      {open.note}
      {close.note}
      {release.note}
      {ops.open.reason !== undefined && <p className="note">{ops.open.reason}</p>}
      {ops.close.reason !== undefined && ops.close.reason !== ops.open.reason && state !== "none" && (
        <p className="note">{t("safety.unit.refused", { reason: ops.close.reason })}</p>
      )}
    </>
  );
}
