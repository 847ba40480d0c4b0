import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { MCON_PARAMETERS } from "@heliograph/contract/mcon-parameters";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dropPath, queryOf, useChange } from "../../shared/api/queries.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { DeviceParameters } from "../../shared/commands/command-texts.ts";
import { codeText, opText, STATE_VARIANTS } from "../../shared/commands/command-texts.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { ParametersDialog } from "./parameters-dialog.tsx";

/** A command may pass through several states within a second. */
const RELOAD_MS = 500;
const NAMES = [...(Object.keys(MCON_PARAMETERS) as (keyof typeof MCON_PARAMETERS)[]), "relay"] as const;
type Name = (typeof NAMES)[number];
type Value = DeviceParameters["rows"][number]["reported"];

/** Parameters of an MCON (R3.15): what was requested beside what the device reported. */
export function ParametersTab({ device }: { readonly device: Device }) {
  const { deviceId, stationId } = device;
  const query = useQuery(queryOf(endpoints.parameters.get, { deviceId }));
  return (
    <>
      {stationId !== null && <ParametersLive stationId={stationId} />}
      {query.data === undefined ? (
        <Awaiting awaited={query} />
      ) : (
        <Parameters device={device} parameters={query.data} />
      )}
    </>
  );
}

function ParametersLive({ stationId }: { readonly stationId: string }) {
  const reload = useThrottled(() => void dropPath(endpoints.parameters.get.path), RELOAD_MS);
  useLive(
    `plant:${stationId}`,
    (message) => (message.type === "commands" || message.type === "gateway") && reload(),
    reload,
  );
  return null;
}

interface PartProps {
  readonly device: Device;
  readonly parameters: DeviceParameters;
}

function Parameters({ device, parameters }: PartProps) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-label={t("commands.parameters.title")}>
      <header className="parameters-head">
        <h2>{t("commands.parameters.title")}</h2>
        {parameters.mayChange && <Actions device={device} parameters={parameters} />}
      </header>
      {parameters.mayChange && !parameters.isOnline && (
        <p className="parameters-note">{t("commands.parameters.offline")}</p>
      )}
      <LatestCommand device={device} command={parameters.command} />
      <ParameterTable device={device} parameters={parameters} />
    </section>
  );
}

function Actions({ device, parameters }: PartProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useChange(endpoints.parameters.acquire);
  const { deviceId } = device;
  return (
    <div className="parameters-actions">
      <button
        type="button"
        className="button"
        disabled={!parameters.isOnline || isPending}
        onClick={() => mutate({ deviceId, idempotencyKey: crypto.randomUUID() })}
      >
        {t("commands.parameters.acquire")}
      </button>
      <button
        type="button"
        className="button"
        data-kind="primary"
        disabled={!parameters.isOnline}
        onClick={() => setOpen(true)}
      >
        {t("commands.parameters.set")}
      </button>
      {isOpen && <ParametersDialog device={device} parameters={parameters} onClose={() => setOpen(false)} />}
    </div>
  );
}

function LatestCommand({
  device: { timeZone },
  command,
}: {
  readonly device: Device;
  readonly command: DeviceParameters["command"];
}) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (command === null) return <p className="parameters-note">{t("commands.parameters.never")}</p>;
  const { op, createdAt, code, isConfirmed } = command;
  // A gateway that finished without this device's own reply has confirmed nothing.
  const state = command.state === "done" && !isConfirmed ? "unconfirmed" : command.state;
  return (
    <p className="command-state parameters-note" role="status">
      <span>
        {opText(op, t)}, {formatSecond(Date.parse(createdAt), timeZone, tag)}
      </span>
      <StatusMark variant={STATE_VARIANTS[state]} text={t(`commands.state.${state}`)} />
      <span>{codeText(code, t) ?? t(`commands.stateText.${state}`)}</span>
    </p>
  );
}

function ParameterTable({ device: { timeZone }, parameters }: PartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const rows = new Map(parameters.rows.map((row) => [row.name, row]));
  const unitOf = (name: Name): string => (name === "relay" ? "" : ` ${MCON_PARAMETERS[name].unit}`);
  const rangeOf = (name: Name): string => {
    if (name === "relay") return t("commands.parameters.onlyShown");
    const { min, max, unit } = MCON_PARAMETERS[name];
    return `${min}–${max} ${unit}`;
  };
  const cell = (name: Name, value: Value | undefined, at: string | null | undefined) => {
    if (value === undefined || value === null) return <Missing />;
    const text = typeof value === "boolean" ? t(value ? "commands.on" : "commands.off") : String(value);
    return (
      <>
        <span className="quantity">{`${text}${unitOf(name)}`}</span>
        {at != null && <small>{formatSecond(Date.parse(at), timeZone, tag)}</small>}
      </>
    );
  };
  return (
    <div className="command-results parameters-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{t("commands.parameters.name")}</th>
            <th scope="col">{t("commands.parameters.requested")}</th>
            <th scope="col">{t("commands.parameters.reported")}</th>
            <th scope="col">{t("commands.parameters.range")}</th>
          </tr>
        </thead>
        <tbody>
          {NAMES.map((name) => {
            const row = rows.get(name);
            const isDifferent = row != null && row.requested !== null && row.requested !== row.reported;
            return (
              <tr key={name}>
                <th scope="row">{t(`commands.parameter.${name}`)}</th>
                <td>{cell(name, row?.requested, row?.requestedAt)}</td>
                <td>
                  {cell(name, row?.reported, row?.reportedAt)}
                  {isDifferent && <StatusMark variant="warning" text={t("commands.parameters.different")} />}
                </td>
                <td>{rangeOf(name)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
