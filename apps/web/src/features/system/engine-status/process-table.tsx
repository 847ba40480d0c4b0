import type { HealthPartName, HealthParts, ProcessState, ServerProcess } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../../shared/logs/moments.ts";
import type { StatusVariant } from "../../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import { TimeAgo } from "../../../shared/ui/status/time-ago.tsx";
import "../../../shared/ui/table/data-table.css";

const variants: Readonly<Record<ProcessState, StatusVariant>> = {
  ready: "good",
  notReady: "fault",
  stopping: "waiting",
  silent: "inactive",
};

/** Names of products, which are the same in every language. */
const products = { postgresql: "PostgreSQL", clickhouse: "ClickHouse", nats: "NATS" } as const;

const partNames: readonly HealthPartName[] = ["postgresql", "clickhouse", "intake", "nats", "simulator"];

/** Processes, each with its roles, the state of its parts and what is connected to it. */
export function ProcessTable({ processes }: { readonly processes: readonly ServerProcess[] }) {
  const { t } = useTranslation();
  return (
    <div className="engine-scroll">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">{t("engine.column.roles")}</th>
            <th scope="col">{t("engine.column.state")}</th>
            <th scope="col">{t("engine.column.parts")}</th>
            <th scope="col" data-align="right">
              {t("engine.column.gateways")}
            </th>
            <th scope="col" data-align="right">
              {t("engine.column.streams")}
            </th>
            <th scope="col">{t("engine.column.host")}</th>
            <th scope="col">{t("engine.column.startedAt")}</th>
            <th scope="col">{t("engine.column.seenAt")}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((row) => (
            <ProcessRow key={row.processId} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ProcessRow({ row }: { readonly row: ServerProcess }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { roles, state, isLeader, parts, gateways, streams, host, startedAt, seenAt } = row;
  // What a process said before it became silent no longer holds.
  const isKnown = state !== "silent";
  return (
    <tr>
      <td>
        <code>{roles.join(", ")}</code>
        {isLeader && <div className="note">{t("engine.leader")}</div>}
      </td>
      <td>
        <StatusMark variant={variants[state]} text={t(`engine.state.${state}`)} />
      </td>
      <td>{isKnown && <Parts parts={parts} />}</td>
      <td data-align="right">{isKnown && roles.includes("link") && formatNumber(gateways, tag, 0)}</td>
      <td data-align="right">{isKnown && roles.includes("api") && formatNumber(streams, tag, 0)}</td>
      <td>{host}</td>
      <td>
        <TimeAgo at={startedAt} timeZone={viewerZone} />
      </td>
      <td>
        <TimeAgo at={seenAt} timeZone={viewerZone} />
      </td>
    </tr>
  );
}

/** The parts that a process has, each with why it does not work. */
function Parts({ parts }: { readonly parts: HealthParts }) {
  const { t } = useTranslation();
  const nameOf = (name: HealthPartName): string =>
    name === "intake" || name === "simulator" ? t(`engine.part.${name}`) : products[name];
  const found = partNames.flatMap((name) => {
    const part = parts[name];
    return part ? [{ name, ...part }] : [];
  });
  return (
    <ul className="engine-parts">
      {found.map(({ name, isOk, reason }) => (
        <li key={name}>
          <StatusMark variant={isOk ? "good" : "fault"} text={nameOf(name)} />
          {reason !== undefined && <span className="note">{t(`engine.reason.${reason}`)}</span>}
        </li>
      ))}
    </ul>
  );
}
