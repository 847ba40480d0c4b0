import { endpoints } from "virtual:endpoints";
import type { Command, CommandResult } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, useChange } from "../api/queries.ts";
import { useCan } from "../auth/allowed.tsx";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { Fact, Facts } from "../ui/content/facts.tsx";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { FailedState, Skeleton } from "../ui/status/empty-state.tsx";
import { Missing } from "../ui/status/quantity.tsx";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { codeText, opText, RESULT_VARIANTS, STATE_VARIANTS } from "./command-texts.ts";
import { valuesText } from "./parameter-texts.ts";
import "./commands.css";

interface CommandDrawerProps {
  readonly stationId: string;
  readonly timeZone: string;
  readonly row: Command;
  readonly onClose: () => void;
}

/** All of a command, with its result at each device; follows live. */
export function CommandDrawer({ stationId, timeZone, row, onClose }: CommandDrawerProps) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const { commandId } = row;
  const query = useQuery(queryOf(endpoints.command.get, { stationId, commandId }));
  const command = query.data ?? row;
  const at = (iso: string | null) =>
    iso === null ? undefined : formatSecond(Date.parse(iso), timeZone, tag);
  return (
    <Dialog kind="drawer" title={opText(command.op, t)} onClose={onClose}>
      <p className="command-state" role="status">
        <StatusMark variant={STATE_VARIANTS[command.state]} text={t(`commands.state.${command.state}`)} />
        <span>{t(`commands.stateText.${command.state}`)}</span>
        {command.code !== null && <strong>{codeText(command.code, t)}</strong>}
      </p>
      <Facts>
        <Fact name={t("commands.column.createdAt")}>{at(command.createdAt)}</Fact>
        <Fact name={t("commands.column.byName")}>{command.byName}</Fact>
        <Fact name={t("commands.gateway")}>
          <Link to={`/device/${command.gatewayId}`}>{command.gatewaySn}</Link>
        </Fact>
        <Fact name={t("commands.column.requested")}>
          {valuesText(command.requested, t, (key) => i18n.exists(key))}
        </Fact>
        <Fact name={t("commands.deliveredAt")}>{at(command.deliveredAt)}</Fact>
        <Fact name={t("commands.deliveries")}>{command.deliveries}</Fact>
        <Fact name={t("commands.column.repliedAt")}>{at(command.repliedAt)}</Fact>
        <Fact name={t("commands.deadlineAt")}>{at(command.deadlineAt)}</Fact>
        <Fact name={t("commands.finishedAt")}>{at(command.finishedAt)}</Fact>
      </Facts>
      {command.state === "queued" && <CancelButton stationId={stationId} commandId={commandId} />}
      {query.data !== undefined && query.data.results.length > 0 && (
        <Results results={query.data.results} at={at} />
      )}
      {query.isPending && <Skeleton width="100%" height="8rem" />}
      {query.isError && query.data === undefined && (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

function CancelButton({ stationId, commandId }: { readonly stationId: string; readonly commandId: string }) {
  const { t } = useTranslation();
  const can = useCan("device:command");
  const { mutate, isPending } = useChange(endpoints.command.cancel);
  if (can !== true) return null;
  return (
    <button
      type="button"
      className="button"
      disabled={isPending}
      onClick={() => mutate({ stationId, commandId })}
    >
      {t("commands.cancel")}
    </button>
  );
}

interface ResultsProps {
  readonly results: readonly CommandResult[];
  readonly at: (iso: string | null) => string | undefined;
}

function Results({ results, at }: ResultsProps) {
  const { t, i18n } = useTranslation();
  return (
    <section className="command-results" aria-label={t("commands.results")}>
      <h3>{t("commands.results")}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("commands.device")}</th>
            <th scope="col">{t("commands.result")}</th>
            <th scope="col">{t("commands.readBack")}</th>
            <th scope="col">{t("commands.time")}</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result) => (
            <tr key={result.unit}>
              <th scope="row">
                {result.deviceId === null ? (
                  t("commands.unit", { unit: result.unit })
                ) : (
                  <Link to={`/device/${result.deviceId}`}>{result.sn}</Link>
                )}
                {result.slotLabel !== "" && result.slotLabel !== result.sn && (
                  <small>{result.slotLabel}</small>
                )}
              </th>
              <td>
                <StatusMark
                  variant={RESULT_VARIANTS[result.state]}
                  text={t(`commands.resultState.${result.state}`)}
                />
                {result.code !== null && <small>{codeText(result.code, t)}</small>}
              </td>
              <td>
                {result.readBack === null ? (
                  <Missing />
                ) : (
                  valuesText(result.readBack, t, (key) => i18n.exists(key))
                )}
              </td>
              <td>{at(result.at) ?? <Missing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
