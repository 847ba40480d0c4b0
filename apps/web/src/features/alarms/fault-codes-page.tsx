import type { FaultSeverity } from "@heliograph/contract/fault-codes";
import { getFault } from "@heliograph/contract/fault-codes";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { changeParams } from "../../shared/routing/change-params.ts";
import { FaultFacts } from "../../shared/ui/content/fault-facts.tsx";
import { FilterChips } from "../../shared/ui/form/filter-chips.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { SearchBox } from "../../shared/ui/table/search-box.tsx";
import { FaultCodeTable } from "./fault-code-table.tsx";
import { faultGroupOf, faultGroups, faultSeverities, findFaults } from "./fault-codes.ts";
import "./fault-codes.css";

const MAX_SEARCH = 60;

/** Catalogue of fault codes: what each means and what to do. The address names search, severity and the chosen code. */
export function FaultCodesPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const search = params.get("search") ?? "";
  const code = params.get("code") ?? undefined;
  const severity = faultSeverities.find((each) => each === params.get("severity"));
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams(changeParams(params, { code: undefined, ...changes }), { replace: true });
  const found = findFaults(search, t);
  const ofSeverity = (each: FaultSeverity) => found.filter((name) => getFault(name).severity === each);
  const shown = severity === undefined ? found : ofSeverity(severity);
  const groups = faultGroups
    .map((group) => ({ group, names: shown.filter((name) => faultGroupOf(name) === group) }))
    .filter(({ names }) => names.length > 0);
  return (
    <PageBody
      title={t("frame.faultCodes")}
      text={t("codes.intro")}
      actions={
        <FilterChips
          label={t("alarms.column.severity")}
          chips={faultSeverities.map((each) => ({
            value: each,
            label: <OperatingStatus status={each} />,
            count: ofSeverity(each).length,
          }))}
          chosen={severity}
          onChoose={(next) => change({ severity: next })}
        />
      }
    >
      <div className="fault-search">
        <SearchBox
          label={t("codes.search")}
          title={t("codes.searchIn")}
          maxLength={MAX_SEARCH}
          value={search}
          onChange={(value) => change({ search: value || undefined })}
        />
        <span className="note" role="status">
          {t("codes.found", { count: shown.length })}
        </span>
      </div>
      {groups.map(({ group, names }) => (
        <section key={group} className="card" aria-label={t(`codes.group.${group}`)}>
          <div className="card-head">
            <h2>{t(`codes.group.${group}`)}</h2>
            <span className="note">{t(`codes.groupText.${group}`)}</span>
          </div>
          <FaultCodeTable title={t(`codes.group.${group}`)} names={names} chosenCode={code} />
        </section>
      ))}
      {groups.length === 0 && (
        <section className="card">
          <EmptyState icon="search" title={t("codes.noMatch")} text={t("codes.noMatchText")}>
            <button
              type="button"
              className="button"
              onClick={() => change({ search: undefined, severity: undefined })}
            >
              {t("codes.showAll")}
            </button>
          </EmptyState>
        </section>
      )}
      <section className="card" aria-label={t("codes.other")}>
        <div className="card-head">
          <h2>{t("codes.other")}</h2>
        </div>
        <FaultFacts name="unknownCode" />
      </section>
    </PageBody>
  );
}
