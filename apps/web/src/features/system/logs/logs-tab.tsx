import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { AlarmLogList } from "../../../shared/alarms/log/alarm-log-list.tsx";
import { queryOf } from "../../../shared/api/queries.ts";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { viewerZone } from "../../../shared/logs/moments.ts";
import { changeParams } from "../../../shared/routing/change-params.ts";
import type { DayRange } from "../../../shared/ui/form/range-picker/range.ts";
import {
  rangeOfPreset,
  readRange,
  toInstants,
  writeRange,
} from "../../../shared/ui/form/range-picker/range.ts";
import { RangePicker } from "../../../shared/ui/form/range-picker/range-picker.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { useServerNow } from "../../../shared/ui/status/time-ago.tsx";
import { ChainCard } from "./chain-card.tsx";
import { LogList } from "./log-list.tsx";
import { tabs } from "./log-table.ts";
import { RefusalList } from "./refusal-list.tsx";
import "./logs-tab.css";

const kinds = ["day", "week", "month", "year", "own"] as const;

/** Today in the viewer's time zone: one list has entries of plants in all zones. */
function useToday(): string {
  return new Date(useServerNow()).toLocaleDateString("sv", { timeZone: viewerZone });
}

/** Operation, system, security, device and alarm log, refusals, and the chain that guards them (R3.14). */
export function LogsTab({ tab: address }: { readonly tab: string }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const own = useQuery(queryOf(endpoints.user.getUserInfo));
  const bounds = { first: undefined, today: useToday() };
  const canReadAlarms = useCan("alarm:read") === true;
  const shown = tabs.filter((each) => each !== "alarms" || canReadAlarms);
  const tab = shown.find((each) => each === params.get("log")) ?? "operation";
  const first = rangeOfPreset("last30", bounds);
  const range = readRange(params.get("range"), kinds, bounds) ?? first;
  const { from, to } = range;
  const window = useMemo(() => {
    const { fromAt, toAt } = toInstants({ kind: "own", from, to }, viewerZone);
    return { fromAt: new Date(fromAt).toISOString(), toAt: new Date(toAt).toISOString() };
  }, [from, to]);

  function choose(next: DayRange): void {
    setParams(changeParams(params, { range: writeRange(next), page: undefined, cursor: undefined }));
  }

  function addressOf(next: string): string {
    const wanted = new URLSearchParams({ log: next });
    const chosen = params.get("range");
    if (chosen !== null) wanted.set("range", chosen);
    return `/system/setup/${address}?${wanted}`;
  }

  return (
    <PageBody title={t("title.logs")} text={t("logs.intro")}>
      {own.data?.isPlatform === true && <ChainCard />}
      <div className="logs-head">
        <nav className="logs-tabs" aria-label={t("logs.kinds")}>
          {shown.map((each) => (
            <Link key={each} to={addressOf(each)} {...(each === tab && { "aria-current": "page" })}>
              {t(`logs.kind.${each}`)}
            </Link>
          ))}
        </nav>
        <RangePicker
          {...bounds}
          label={t("logs.window")}
          range={range}
          kinds={kinds}
          presets={["today", "yesterday", "last7", "last30", "thisMonth"]}
          onRange={choose}
        />
      </div>
      {tab === "refusals" && <RefusalList window={window} />}
      {tab === "alarms" && <AlarmLogList fixed={window} exportName={t("title.alarmLog")} />}
      {tab !== "refusals" && tab !== "alarms" && <LogList key={tab} kind={tab} window={window} />}
    </PageBody>
  );
}
