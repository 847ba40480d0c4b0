import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { ProcessTable } from "./process-table.tsx";
import "./engine-status.css";

type EngineStatus = DataOf<typeof endpoints.engineStatus.get>;

/** As often as processes report themselves. */
const RELOAD_MS = 5_000;

/** Processes of the installation with their engines and connections, and what waits, for the operator. */
export function EngineStatusTab() {
  const { t } = useTranslation();
  const status = useQuery({ ...queryOf(endpoints.engineStatus.get), refetchInterval: RELOAD_MS });
  return (
    <PageBody title={t("title.engineStatus")} text={t("engine.intro")} awaited={status}>
      {status.data !== undefined && (
        <>
          <section className="card" aria-label={t("engine.processes")}>
            <div className="card-head">
              <h2>{t("engine.processes")}</h2>
            </div>
            <ProcessTable processes={status.data.processes} />
          </section>
          <Queues queues={status.data.queues} />
        </>
      )}
    </PageBody>
  );
}

function Queues({ queues }: { readonly queues: EngineStatus["queues"] }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const figure = (number: number) => formatNumber(number, tag, 0);
  return (
    <section className="card" aria-label={t("engine.queues")}>
      <div className="card-head">
        <h2>{t("engine.queues")}</h2>
      </div>
      <Facts>
        <Fact name={t("engine.gatewaysOnline")}>{figure(queues.gatewaysOnline)}</Fact>
        <Fact name={t("engine.gatewaysOffline")}>{figure(queues.gatewaysOffline)}</Fact>
        <Fact name={t("engine.rollUpWindows")}>{figure(queues.rollUpWindows)}</Fact>
        <Fact name={t("engine.rollUpLag")}>
          {figure(queues.rollUpLagS)} <span className="unit">s</span>
        </Fact>
        <Fact name={t("engine.pendingReports")}>{figure(queues.pendingReports)}</Fact>
        <Fact name={t("engine.rejectedReports")}>{figure(queues.rejectedReports)}</Fact>
        <Fact name={t("engine.jobsQueued")}>{figure(queues.jobsQueued)}</Fact>
        <Fact name={t("engine.jobsRunning")}>{figure(queues.jobsRunning)}</Fact>
      </Facts>
    </section>
  );
}
