import { endpoints } from "virtual:endpoints";
import type { Job } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../shared/logs/moments.ts";
import { downloadJobFile, isOpenJob } from "../../shared/tasks/jobs.ts";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";

/** A background job of the server in the task list. */
export function JobLine({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const cancel = useChange(endpoints.job.cancel);
  const remove = useChange(endpoints.job.delete);
  const { jobId, title, state, done, total, error, hasFile, finishedAt } = job;
  const isOpen = isOpenJob(job);
  const share = total === null || total === 0 ? undefined : done / total;
  const figure = state === "running" && share !== undefined ? formatShare(share, tag, 0) : "";
  return (
    <li className="task" data-state={state}>
      <p className="task-title">{title}</p>
      <p className="task-state">
        {error === null ? `${t(`tasks.${state}`)} ${figure}` : t(`tasks.error.${error}`)}
        {/* The jobs of one file have the same title. */}
        {finishedAt !== null && (
          <>
            {" · "}
            <TimeAgo at={finishedAt} timeZone={viewerZone} />
          </>
        )}
      </p>
      {state === "running" && <progress aria-label={title} max={1} value={share} />}
      <div className="task-actions">
        {isOpen && (
          <button
            type="button"
            className="button"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ jobId })}
          >
            {t("action.cancel")}
          </button>
        )}
        {hasFile && (
          <button type="button" className="button" onClick={() => void downloadJobFile(job)}>
            {t("tasks.download")}
          </button>
        )}
        {!isOpen && (
          <button
            type="button"
            className="button"
            data-kind="quiet"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ jobId })}
          >
            {t("tasks.dismiss")}
          </button>
        )}
      </div>
    </li>
  );
}
