import type { ImportMode } from "@heliograph/contract";
import type { ImportField } from "@heliograph/contract/device-import-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EditsState } from "./cell-edits.ts";
import { noEdits } from "./cell-edits.ts";
import { ColumnsCard } from "./columns-card.tsx";
import { ImportStages } from "./import-stages.tsx";
import { ImportTarget } from "./import-target.tsx";
import { ProgressCard } from "./progress-card.tsx";
import { ResultCard } from "./result-card.tsx";
import type { Source } from "./use-import.ts";
import { useImport } from "./use-import.ts";

interface ImportStepsProps extends EditsState {
  readonly source: Source;
  /** Back to the choice of a file. */
  readonly onEnd: () => void;
}

/** From the columns of a file to the result of its rows. */
export function ImportSteps({ source, edits, onEdits, onEnd }: ImportStepsProps) {
  const { t } = useTranslation();
  const [columns, setColumns] = useState<readonly (ImportField | null)[]>(() =>
    source.read.columns.map(({ field }) => field),
  );
  /** Another choice of columns makes the last result void. */
  const [checkedColumns, setCheckedColumns] = useState(source.isChecked ? columns : undefined);
  const [areColumnsOpen, setColumnsOpen] = useState(false);
  const run = useImport(source);
  const { state } = run.job ?? {};
  const hasResult = run.isDone && checkedColumns === columns;

  function choose(next: readonly (ImportField | null)[]): void {
    setColumns(next);
    run.choose(next);
  }

  async function start(mode: ImportMode): Promise<void> {
    if (!(await run.run(mode, columns))) return;
    setCheckedColumns(columns);
    onEdits(() => noEdits);
    setColumnsOpen(false);
  }

  return (
    <>
      <ImportStages now={hasResult && !run.isRunning ? 2 : 1} />
      <ImportTarget source={source} />
      {(!hasResult || areColumnsOpen) && (
        <ColumnsCard
          source={source}
          columns={columns}
          refusals={run.refusals}
          isBusy={run.isRunning}
          onChange={choose}
          onCheck={() => void start("check")}
          onOther={onEnd}
        />
      )}
      {run.isRunning && <ProgressCard run={run} />}
      {(state === "cancelled" || state === "failed") && !run.isRunning && (
        <p className="card import-card" role="alert">
          {t(state === "cancelled" ? "deviceImport.cancelled" : "deviceImport.failed")}
        </p>
      )}
      {hasResult && !run.isRunning && (
        <ResultCard
          key={run.jobId}
          {...{ source, columns, edits, onEdits, onEnd }}
          startRefusals={areColumnsOpen ? [] : run.refusals}
          onRun={(mode) => void start(mode)}
          onColumns={areColumnsOpen ? undefined : () => setColumnsOpen(true)}
        />
      )}
    </>
  );
}
