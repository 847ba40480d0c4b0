import { endpoints } from "virtual:endpoints";
import type { KeptImport } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toImportQuery } from "./import-address.ts";

/** Written ones are done; one without a plant, uploaded by another program, does not say where to. */
const canContinue = ({ kind, state, stationId }: KeptImport): boolean =>
  state !== "written" && (kind === "register" || stationId !== null);

/** Imports of the account that were begun and not finished, to be continued. */
export function KeptImports() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  // Without them a file can be selected all the same.
  const { data = [] } = useQuery({ ...queryOf(endpoints.deviceImport.list, {}), refetchOnMount: "always" });
  const kept = data.filter(canContinue);
  if (kept.length === 0) return null;
  const say = (count: number) => formatNumber(count, tag, 0);
  return (
    <section className="card import-card" aria-label={t("deviceImport.kept")}>
      <h2>{t("deviceImport.kept")}</h2>
      <ul className="import-kept">
        {kept.map(({ state, total, wrong, ...each }) => (
          <li key={each.importId}>
            <Link to={`/control/import?${new URLSearchParams(toImportQuery(each))}`}>{each.fileName}</Link>
            <span className="import-text">
              {t(state === "read" ? "deviceImport.keptUnchecked" : "deviceImport.checked", {
                valid: say(total - wrong),
                total: say(total),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
