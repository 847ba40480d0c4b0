import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import type { FieldControl } from "../../shared/form/layout.ts";

/** The choice to select plants; no tag begins with a space. */
const CHOSEN = " ";

interface TagInputProps {
  readonly control: FieldControl;
  /** The plants are selected one by one. */
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
}

/** All plants, those with one tag, or selected ones. */
export function TagInput({ control, isChosen, onChosen }: TagInputProps) {
  const { t } = useTranslation();
  const { attributes, value, onChange } = control;
  const { data } = useQuery(queryOf(endpoints.station.choices));
  const chosen = typeof value === "string" ? value : "";
  const tags = [...new Set([...(data?.tags ?? []), ...(chosen === "" ? [] : [chosen])])];
  return (
    <select
      {...attributes}
      className="input"
      value={isChosen ? CHOSEN : chosen}
      onChange={({ target }) => {
        onChosen(target.value === CHOSEN);
        onChange(target.value.trim() === "" ? undefined : target.value);
      }}
    >
      <option value="">{t("reports.allPlants")}</option>
      <option value={CHOSEN}>{t("reports.chosen")}</option>
      {tags.map((tag) => (
        <option key={tag} value={tag}>
          {t("reports.tagged", { tag })}
        </option>
      ))}
    </select>
  );
}
