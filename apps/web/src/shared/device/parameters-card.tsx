import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, refreshPath } from "../api/queries.ts";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import type { DeviceParameters } from "../commands/command-texts.ts";
import { useLive } from "../live/live.ts";
import { useThrottled } from "../live/use-throttled.ts";
import { Awaiting } from "../ui/layout/page/page-body.tsx";
import { Missing } from "../ui/status/quantity.tsx";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { LatestCommand } from "./latest-command.tsx";
import type { ParameterRow } from "./parameter-rules.ts";
import { parameterName, rangeText, valueText } from "./parameter-rules.ts";
import { useWords } from "./use-words.ts";
import "../commands/commands.css";

/** A command may pass through several states within a second. */
const RELOAD_MS = 500;

const UNFINISHED: readonly string[] = ["queued", "delivered", "accepted", "running"];

interface ParametersCardProps {
  readonly device: Device;
  /** Buttons beside the heading, for who may change parameters. */
  readonly actions?: (parameters: DeviceParameters) => ReactNode;
}

/** Parameters of a device (R3.15): what was requested beside what the device reported; follows live. */
export function ParametersCard({ device, actions }: ParametersCardProps) {
  const { deviceId, stationId } = device;
  const query = useQuery(queryOf(endpoints.parameters.get, { deviceId }));
  return (
    <>
      {stationId !== null && <ParametersLive stationId={stationId} />}
      {query.data === undefined ? (
        <Awaiting awaited={query} />
      ) : (
        <Parameters device={device} parameters={query.data} actions={actions} />
      )}
    </>
  );
}

function ParametersLive({ stationId }: { readonly stationId: string }) {
  const reload = useThrottled(() => refreshPath(endpoints.parameters.get.path), RELOAD_MS);
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

function Parameters({
  device,
  parameters,
  actions,
}: PartProps & { readonly actions: ParametersCardProps["actions"] | undefined }) {
  const { t } = useTranslation();
  const title = t(
    device.type === "DCON" ? "commands.parameters.controllerTitle" : "commands.parameters.title",
  );
  return (
    <section className="card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
        {parameters.mayChange && actions?.(parameters)}
      </header>
      {parameters.mayChange && !parameters.isOnline && (
        <p className="parameters-note">{t("commands.parameters.offline")}</p>
      )}
      {parameters.command === null ? (
        <p className="parameters-note">{t("commands.parameters.never")}</p>
      ) : (
        <LatestCommand command={parameters.command} timeZone={device.timeZone} />
      )}
      <ParameterTable device={device} parameters={parameters} />
    </section>
  );
}

/** The values that were sent last are on their way: a slow radio takes its time. */
const isAwaited = ({ command }: DeviceParameters): boolean =>
  command !== null && command.op !== "param.get" && UNFINISHED.includes(command.state);

function ParameterTable({ device: { timeZone }, parameters }: PartProps) {
  const { t } = useTranslation();
  const words = useWords();
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
          {parameters.rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{parameterName(row, words)}</th>
              <td>
                <ValueCell row={row} value={row.requested} at={row.requestedAt} timeZone={timeZone} />
              </td>
              <td>
                <ValueCell row={row} value={row.reported} at={row.reportedAt} timeZone={timeZone} />
                {row.requested !== null &&
                  row.requested !== row.reported &&
                  (isAwaited(parameters) ? (
                    <StatusMark variant="waiting" text={t("commands.parameters.awaited")} />
                  ) : (
                    <StatusMark variant="warning" text={t("commands.parameters.different")} />
                  ))}
              </td>
              <td>{rangeText(row, words)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ValueCellProps {
  readonly row: ParameterRow;
  readonly value: ParameterRow["reported"];
  readonly at: string | null;
  readonly timeZone: string;
}

function ValueCell({ row, value, at, timeZone }: ValueCellProps) {
  const { tag } = useLocale();
  const words = useWords();
  if (value === null) return <Missing />;
  return (
    <>
      <span className="quantity">{valueText(row, value, words)}</span>
      {at !== null && <small>{formatSecond(Date.parse(at), timeZone, tag)}</small>}
    </>
  );
}
