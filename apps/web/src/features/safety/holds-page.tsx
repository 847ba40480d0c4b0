import { endpoints } from "virtual:endpoints";
import type { HeldPlant, SwitchedPlant } from "@heliograph/contract";
import { isHeldState } from "@heliograph/contract/safety-states";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { ageEvidence, getNextReadMs } from "../../shared/safety/evidence-age.ts";
import { OfflineGateways } from "../../shared/safety/offline-gateways.tsx";
import { stateHeadline, switchedHeadline } from "../../shared/safety/safety-texts.ts";
import { useEvidenceTime, usePassedMs } from "../../shared/safety/use-evidence-age.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import "../../shared/safety/safety.css";

const RELOAD_MS = 1_000;
/** Offline gateways of a plant that are named; the others are counted. */
const MAX_GATEWAYS = 3;

/** Plants that are not in normal operation, with who holds each, and those with devices that were switched separately. */
export function HoldsPage() {
  const { t } = useTranslation();
  const holds = useQuery({
    ...queryOf(endpoints.safety.holds),
    refetchInterval: ({ state }) =>
      getNextReadMs(...(state.data?.rows ?? []).map(({ evidence }) => evidence)),
  });
  const reload = useThrottled(() => refreshPath(endpoints.safety.holds.path), RELOAD_MS);
  useLive("plants", reload, reload);
  const title = t("frame.shutdowns");
  const { data } = holds;
  return (
    <PageBody title={title} here={title} text={t("holds.intro")} awaited={holds}>
      {data?.total === 0 && data.switchedPlants.total === 0 && (
        <section className="card">
          <EmptyState icon="check" title={t("holds.none")} text={t("holds.noneText")} />
        </section>
      )}
      {data?.total === 0 && data.switchedPlants.total > 0 && <p className="note">{t("holds.none")}</p>}
      {data !== undefined && data.rows.length > 0 && (
        <HoldTable rows={data.rows} readAt={holds.dataUpdatedAt} />
      )}
      {data !== undefined && <MoreNote list={data} />}
      {data !== undefined && data.switchedPlants.rows.length > 0 && (
        <section className="hold-separate" aria-labelledby="switched-separately">
          <h2 id="switched-separately">{t("safety.alone.title")}</h2>
          <p className="note">{t("holds.separate")}</p>
          <SwitchedTable rows={data.switchedPlants.rows} />
          <MoreNote list={data.switchedPlants} />
        </section>
      )}
    </PageBody>
  );
}

/** How many rows are not listed. */
function MoreNote({
  list,
}: {
  readonly list: { readonly rows: readonly unknown[]; readonly total: number };
}) {
  const { t } = useTranslation();
  const count = list.total - list.rows.length;
  return count > 0 && <p className="note">{t("holds.more", { count })}</p>;
}

type Column = "plant" | "state" | "holder" | "since" | "proven" | "marks";

const NUMERIC: ReadonlySet<Column> = new Set(["since", "proven", "marks"]);

interface ListTableProps {
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

function ListTable({ columns, children }: ListTableProps) {
  const { t } = useTranslation();
  return (
    <div className="card hold-list">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`holds.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly column: Column;
  readonly children: ReactNode;
}

/** On a phone a row is a list: each value with the name of its column. */
function Cell({ column, children }: CellProps) {
  const { t } = useTranslation();
  return (
    <td className={NUMERIC.has(column) ? "quantity" : undefined} data-label={t(`holds.column.${column}`)}>
      <div>{children}</div>
    </td>
  );
}

interface HoldTableProps {
  readonly rows: readonly HeldPlant[];
  readonly readAt: number;
}

function HoldTable({ rows, readAt }: HoldTableProps) {
  const passedMs = usePassedMs(
    readAt,
    rows.map(({ evidence }) => evidence),
  );
  return (
    <ListTable columns={["plant", "state", "holder", "since", "proven", "marks"]}>
      {rows.map(({ evidence, ...row }) => (
        <HeldPlantRow key={row.stationId} row={{ ...row, evidence: ageEvidence(evidence, passedMs) }} />
      ))}
    </ListTable>
  );
}

function SwitchedTable({ rows }: { readonly rows: readonly SwitchedPlant[] }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return (
    <ListTable columns={["plant", "state", "since"]}>
      {rows.map(({ stationId, name, number, since, timeZone, ...counts }) => (
        <tr key={stationId}>
          <PlantHead {...{ stationId, name, number }} />
          <Cell column="state">
            <StatusMark {...switchedHeadline(counts, t)} />
          </Cell>
          <Cell column="since">{formatSecond(Date.parse(since), timeZone, tag)}</Cell>
        </tr>
      ))}
    </ListTable>
  );
}

function PlantHead({ stationId, name, number }: Pick<HeldPlant, "stationId" | "name" | "number">) {
  return (
    <th scope="row">
      <Link to={`/station/${stationId}/safety`}>{name}</Link> <span className="mono">{number}</span>
    </th>
  );
}

/** A shutdown whose hold was ended has an author, but no holder. */
function Holder({ row: { state, byName, isMine } }: { readonly row: HeldPlant }) {
  const { t } = useTranslation();
  if (state === "released") return t("holds.noHolder");
  const name = byName ?? t("safety.someone");
  return isMine ? t("holds.mine", { name }) : name;
}

function HeldPlantRow({ row }: { readonly row: HeldPlant }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, name, number, state, acceptedAt, timeZone, proven, units, dark, evidence } = row;
  const formatAt = useEvidenceTime(timeZone);
  return (
    <tr>
      <PlantHead {...{ stationId, name, number }} />
      <Cell column="state">
        <StatusMark {...stateHeadline({ state, counts: row, evidence }, t, formatAt)} />
        {isHeldState(state) && <OfflineGateways evidence={evidence} maxNamed={MAX_GATEWAYS} />}
      </Cell>
      <Cell column="holder">
        <Holder row={row} />
      </Cell>
      <Cell column="since">{formatSecond(Date.parse(acceptedAt), timeZone, tag)}</Cell>
      <Cell column="proven">
        {proven}/{units}
        {dark > 0 && ` · ${t("holds.dark", { count: dark })}`}
      </Cell>
      <Cell column="marks">{row.marks}</Cell>
    </tr>
  );
}
