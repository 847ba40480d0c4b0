import type { Job } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toast } from "../../shared/base/toast.ts";
import type { Task } from "../../shared/tasks/create-tasks.ts";
import { download } from "../../shared/tasks/download.ts";
import {
  downloadJobFile,
  isOpenJob,
  takeFinished,
  useFollowedCount,
  useJobs,
} from "../../shared/tasks/jobs.ts";
import { cancelTask, dismissTask, useTasks } from "../../shared/tasks/tasks.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Menu } from "../../shared/ui/menu/menu.tsx";
import { JobLine } from "./job-line.tsx";
import "./task-tray.css";

/** Background tasks of this tab and of the account, with progress, result and a button to cancel. */
export function TaskTray() {
  const { t } = useTranslation();
  const tasks = useTasks();
  const jobs = useJobs();
  const followedCount = useFollowedCount();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a job may have finished before it was followed
  useEffect(() => {
    for (const job of takeFinished(jobs)) void announce(job, t);
  }, [jobs, followedCount, t]);
  const running = tasks.filter(({ state }) => state === "running").length + jobs.filter(isOpenJob).length;
  if (tasks.length + jobs.length === 0) return null;
  return (
    <>
      <span className="visually-hidden" role="status">
        {t("tasks.count", { count: running })}
      </span>
      <Menu
        label={t("tasks.title")}
        button={
          <>
            <Icon name="tasks" />
            {running > 0 && <span className="task-count">{running}</span>}
          </>
        }
      >
        {() => (
          <ul className="tasks">
            {tasks.map((task) => (
              <TaskLine key={task.id} task={task} />
            ))}
            {jobs.map((job) => (
              <JobLine key={job.jobId} job={job} />
            ))}
          </ul>
        )}
      </Menu>
    </>
  );
}

/** Tells the user that a job this tab has started has finished, and hands over its file. */
async function announce(job: Job, t: TFunction): Promise<void> {
  if (job.error !== null) toast("error", `${job.title}: ${t(`tasks.error.${job.error}`)}`);
  if (!job.hasFile) return;
  if (await downloadJobFile(job)) toast("success", t("tasks.finished", { name: job.title }));
}

function TaskLine({ task }: { task: Task }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { id, title, state, progress, file, error } = task;
  const share = progress === undefined ? "" : formatShare(progress, tag, 0);
  return (
    <li className="task" data-state={state}>
      <p className="task-title">{title}</p>
      <p className="task-state">{error || `${t(`tasks.${state}`)} ${state === "running" ? share : ""}`}</p>
      {state === "running" && <progress aria-label={title} max={1} value={progress} />}
      <div className="task-actions">
        {state === "running" && (
          <button type="button" className="button" onClick={() => cancelTask(id)}>
            {t("action.cancel")}
          </button>
        )}
        {file !== undefined && (
          <button type="button" className="button" onClick={() => download(file)}>
            {t("tasks.download")}
          </button>
        )}
        {state !== "running" && (
          <button type="button" className="button" data-kind="quiet" onClick={() => dismissTask(id)}>
            {t("tasks.dismiss")}
          </button>
        )}
      </div>
    </li>
  );
}
