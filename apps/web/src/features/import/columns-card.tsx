import type { ImportField } from "@heliograph/contract/device-import-limits";
import { IMPORT_FIELDS } from "@heliograph/contract/device-import-limits";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Refusals } from "../../shared/ui/status/refusal-list.tsx";
import type { Source } from "./use-import.ts";

interface ColumnsCardProps {
  readonly source: Source;
  readonly columns: readonly (ImportField | null)[];
  readonly refusals: readonly string[];
  readonly isBusy: boolean;
  readonly onChange: (columns: readonly (ImportField | null)[]) => void;
  readonly onCheck: () => void;
  readonly onOther: () => void;
}

/** What each column of the file contains, as suggested by its title. */
export function ColumnsCard(props: ColumnsCardProps) {
  const { source, columns, refusals, isBusy, onChange, onCheck, onOther } = props;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const fields = IMPORT_FIELDS[source.kind];
  const missing = fields.filter(({ field, isRequired }) => isRequired && !columns.includes(field));
  const total = formatNumber(source.read.total, tag, 0);
  return (
    <section className="card import-card" aria-label={t("deviceImport.columnsTitle")}>
      <h2>{t("deviceImport.columnsTitle")}</h2>
      <p className="import-text">{t("deviceImport.columnsText", { file: source.fileName, count: total })}</p>
      <div className="import-scroll">
        <table className="import-table">
          <thead>
            <tr>
              <th>{t("deviceImport.columnTitle")}</th>
              <th>{t("deviceImport.samples")}</th>
              <th>{t("deviceImport.contains")}</th>
            </tr>
          </thead>
          <tbody>
            {source.read.columns.map(({ title, samples }, at) => {
              const name = title || t("deviceImport.untitled", { number: at + 1 });
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <tr key={at}>
                  <th scope="row">{name}</th>
                  <td className="import-samples">{samples.filter((sample) => sample !== "").join(" · ")}</td>
                  <td>
                    <select
                      className="input"
                      aria-label={t("deviceImport.containsOf", { title: name })}
                      value={columns[at] ?? ""}
                      disabled={isBusy}
                      onChange={({ target }) =>
                        onChange(columns.with(at, target.value === "" ? null : (target.value as ImportField)))
                      }
                    >
                      <option value="">{t("deviceImport.notImported")}</option>
                      {fields.map(({ field, isRequired }) => (
                        <option key={field} value={field}>
                          {t(`deviceImport.field.${field}`)}
                          {isRequired ? " *" : ""}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && (
        <p className="import-text" role="status">
          {t("deviceImport.missing", {
            fields: missing.map(({ field }) => t(`deviceImport.field.${field}`)).join(", "),
          })}
        </p>
      )}
      <Refusals sentences={refusals} />
      <div className="import-actions">
        <button type="button" className="button" data-kind="primary" disabled={isBusy} onClick={onCheck}>
          {t("deviceImport.check")}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={onOther}>
          {t("deviceImport.chooseOther")}
        </button>
      </div>
    </section>
  );
}
