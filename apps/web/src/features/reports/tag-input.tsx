import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import type { FieldControl } from "../../shared/form/layout.ts";

/** All plants, or those with one tag. */
export function TagInput({ control }: { readonly control: FieldControl }) {
  const { t } = useTranslation();
  const { attributes, value, onChange } = control;
  const { data } = useQuery(queryOf(endpoints.station.choices));
  const chosen = typeof value === "string" ? value : "";
  const tags = [...new Set([...(data?.tags ?? []), ...(chosen === "" ? [] : [chosen])])];
  return (
    <select
      {...attributes}
      className="input"
      value={chosen}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">{t("reports.allPlants")}</option>
      {tags.map((tag) => (
        <option key={tag} value={tag}>
          {t("reports.tagged", { tag })}
        </option>
      ))}
    </select>
  );
}
