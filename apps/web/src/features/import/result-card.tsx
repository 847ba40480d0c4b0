import { endpoints } from "virtual:endpoints";
import type { ImportMode, PageSize } from "@heliograph/contract";
import type { ImportField } from "@heliograph/contract/device-import-limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { sentencesOf } from "../../shared/api/shown-refusals.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { download } from "../../shared/tasks/download.ts";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { Refusals } from "../../shared/ui/status/refusal-list.tsx";
import { Pager } from "../../shared/ui/table/pager.tsx";
import type { EditsState } from "./cell-edits.ts";
import { noEdits } from "./cell-edits.ts";
import { ProblemGroups } from "./problem-groups.tsx";
import { ResultRows } from "./result-rows.tsx";
import type { Source } from "./use-import.ts";

const PAGE_SIZES = [20, 50, 100, 200] as const;

interface ResultCardProps extends EditsState {
  readonly source: Source;
  /** What each column of the file contains. */
  readonly columns: readonly (ImportField | null)[];
  /** Why the last start was refused. */
  readonly startRefusals: readonly string[];
  readonly onRun: (mode: ImportMode) => void;
  /** Absent where the columns cannot be changed, or are shown already. */
  readonly onColumns: (() => void) | undefined;
  readonly onEnd: () => void;
}

/** What is wrong with which row, to be corrected here or in a file, and what can be imported. */
export function ResultCard(props: ResultCardProps) {
  const { source, columns, startRefusals, edits, onEdits, onRun, onColumns, onEnd } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { importId } = source.read;
  const detail = useQuery({
    ...queryOf(endpoints.deviceImport.get, { importId }),
    refetchOnMount: "always",
  });
  // What was read before the last check is not its result.
  const isRead = detail.isFetchedAfterMount && detail.data !== undefined;
  const [shown, setShown] = useState<"all" | "wrong">();
  const [problem, setProblem] = useState<string>();
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const correct = useChange(endpoints.deviceImport.edit, { refusalIn: "card" });
  const [paging, setPaging] = useState<{ page: number; pageSize: PageSize }>({ page: 1, pageSize: 20 });
  const { state, total = 0, wrong = 0, written = 0, problems = [] } = detail.data ?? {};
  const view = shown ?? (wrong > 0 ? "wrong" : "all");
  const rows = useQueryWithPrevious({
    ...queryOf(endpoints.deviceImport.results, {
      importId,
      onlyWrong: view === "wrong" ? "true" : "false",
      ...(problem !== undefined && { problem }),
      ...paging,
    }),
    enabled: isRead,
  });
  const say = (count: number) => formatNumber(count, tag, 0);
  const isWritten = state === "written";
  /** Corrected, and not checked since: the check was refused, cancelled, or is under way. */
  const isUnchecked = state === "read";
  const valid = total - wrong;
  const unchecked = problems.find(({ key }) => key === "importRow.unchecked")?.count ?? 0;
  const corrected = Object.values(edits);

  async function checkAgain(): Promise<void> {
    setRefusals([]);
    try {
      await correct.mutateAsync({ importId, edits: corrected });
      onEdits(() => noEdits);
      onRun("check");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusals([...new Set(sentencesOf(error))]);
    }
  }

  async function getCorrections(): Promise<void> {
    // A toast says why it is refused.
    const response = await call(endpoints.deviceImport.file, { query: { importId } }).catch(() => undefined);
    if (response !== undefined) download({ name: source.fileName, blob: response.data });
  }

  if (!isRead) return <Awaiting awaited={detail} />;
  return (
    <section className="card import-card" aria-label={t("deviceImport.resultTitle")}>
      <h2>{t("deviceImport.resultTitle")}</h2>
      <p role="status">
        {isWritten
          ? t("deviceImport.written", { written: say(written), total: say(total) })
          : t(unchecked > 0 ? "deviceImport.corrected" : "deviceImport.checked", {
              count: unchecked,
              valid: say(valid),
              total: say(total),
            })}
      </p>
      {!isWritten && !isUnchecked && wrong > 0 && (
        <p className="import-text">{t("deviceImport.correctFirst")}</p>
      )}
      <div className="import-actions">
        {corrected.length > 0 && (
          <>
            <button
              type="button"
              className="button"
              data-kind="primary"
              disabled={correct.isPending}
              onClick={() => void checkAgain()}
            >
              {t("deviceImport.checkAgain", { count: say(corrected.length) })}
            </button>
            <button type="button" className="button" onClick={() => onEdits(() => noEdits)}>
              {t("deviceImport.discard")}
            </button>
          </>
        )}
        {isUnchecked && corrected.length === 0 && (
          <button type="button" className="button" data-kind="primary" onClick={() => onRun("check")}>
            {t("deviceImport.check")}
          </button>
        )}
        {!isWritten && !isUnchecked && valid > 0 && corrected.length === 0 && (
          <button
            type="button"
            className="button"
            data-kind="primary"
            onClick={() => onRun(wrong === 0 ? "all" : "valid")}
          >
            {wrong === 0
              ? t("deviceImport.importAll", { count: say(total) })
              : t("deviceImport.importValid", { count: say(valid) })}
          </button>
        )}
        {wrong > 0 && corrected.length === 0 && (
          <button type="button" className="button" onClick={() => void getCorrections()}>
            {t("deviceImport.download")}
          </button>
        )}
        {!isWritten && onColumns !== undefined && corrected.length === 0 && (
          <button type="button" className="button" onClick={onColumns}>
            {t("deviceImport.changeColumns")}
          </button>
        )}
        {isWritten && source.stationId !== undefined && (
          <>
            <Link className="button" data-kind="primary" to={`/station/${source.stationId}/commissioning`}>
              {t("title.commissioning")}
            </Link>
            <Link className="button" to={`/station/${source.stationId}/devices`}>
              {t("deviceImport.openPlant")}
            </Link>
          </>
        )}
        {isWritten && (
          <button type="button" className="button" onClick={onEnd}>
            {t("deviceImport.another")}
          </button>
        )}
      </div>
      <Refusals sentences={[...refusals, ...startRefusals]} />
      {problems.length > 0 && (
        <ProblemGroups
          problems={problems}
          chosen={problem}
          onChoose={(key) => {
            setProblem(key);
            setPaging({ ...paging, page: 1 });
          }}
        />
      )}
      <Segmented
        label={t("deviceImport.rows")}
        value={view}
        options={[
          { value: "all", text: t("deviceImport.allRows") },
          {
            value: "wrong",
            text: t(unchecked > 0 ? "deviceImport.uncheckedRows" : "deviceImport.wrongRows", {
              count: say(wrong),
            }),
          },
        ]}
        onChange={(next) => {
          setShown(next);
          setProblem(undefined);
          setPaging({ ...paging, page: 1 });
        }}
      />
      {rows.data === undefined ? (
        <Awaiting awaited={rows} />
      ) : (
        <>
          <ResultRows {...{ columns, isWritten, edits, onEdits }} kind={source.kind} rows={rows.data.rows} />
          <Pager
            state={paging}
            pageSizes={PAGE_SIZES}
            total={rows.data.total}
            onChange={(change) => setPaging({ ...paging, page: 1, ...change })}
          />
        </>
      )}
    </section>
  );
}
