import type { Job } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { formatMoment } from "../../shared/logs/moments.ts";
import { downloadJobFile, useJobs } from "../../shared/tasks/jobs.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import type { StatusVariant } from "../../shared/ui/status/status-mark.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import "./reports.css";

const variants: Readonly<Record<Job["state"], StatusVariant>> = {
  queued: "waiting",
  running: "waiting",
  done: "done",
  failed: "fault",
  cancelled: "inactive",
};

/** The account's newest reports: the server keeps their files for seven days. */
export function ReportJobs() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const reports = useJobs().filter(({ kind }) => kind === "report");
  return (
    <section className="card" aria-label={t("reports.recent")}>
      <div className="card-head">
        <h2>{t("reports.recent")}</h2>
      </div>
      {reports.length === 0 && (
        <EmptyState icon="document" title={t("reports.none")} text={t("reports.noneText")} />
      )}
      <ul className="report-list">
        {reports.map((job) => (
          <li key={job.jobId}>
            <span className="report-name">{job.title}</span>
            <time dateTime={job.createdAt}>{formatMoment(job.createdAt, tag)}</time>
            <StatusMark variant={variants[job.state]} text={t(`reports.state.${job.state}`)} />
            {job.hasFile ? (
              <button
                type="button"
                className="button"
                aria-label={`${t("reports.download")}: ${job.title}`}
                onClick={() => void downloadJobFile(job)}
              >
                {t("reports.download")}
              </button>
            ) : (
              <span />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
