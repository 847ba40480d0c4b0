import type { ImportState } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";

interface ProblemGroupsProps {
  readonly problems: ImportState["problems"];
  /** Key of the problem whose rows are listed. */
  readonly chosen: string | undefined;
  readonly onChoose: (key: string | undefined) => void;
}

/** What is wrong, with the number of rows; selecting one lists its rows only. */
export function ProblemGroups({ problems, chosen, onChoose }: ProblemGroupsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return (
    <ul className="import-groups" aria-label={t("deviceImport.groups")}>
      {problems.map(({ key, field, text, count }) => (
        <li key={`${key}/${field}`}>
          <button
            type="button"
            className="button"
            aria-pressed={chosen === key}
            onClick={() => onChoose(chosen === key ? undefined : key)}
          >
            <b>{formatNumber(count, tag, 0)}</b>
            <span>
              {field !== null && <small>{t(`deviceImport.field.${field}`)}</small>}
              {text}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
