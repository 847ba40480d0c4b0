import { useTranslation } from "react-i18next";
import { IconButton } from "../content/icon-button.tsx";
import "./filter-select.css";

interface FilterSelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** Text of the entry without a filter, where the label alone does not make one. */
  readonly allText?: string;
  /** A chosen value has a button that removes the filter. */
  readonly isRemovable?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** A filter of a table: one of a list, or all. */
export function FilterSelect(props: FilterSelectProps) {
  const { label, value, options, allText, isRemovable = false, onChange } = props;
  const { t } = useTranslation();
  const isListed = value === undefined || options.some((option) => option.value === value);
  const select = (
    <select
      className="input filter-select"
      aria-label={label}
      value={value ?? ""}
      data-chosen={value !== undefined}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{allText ?? t("table.allOf", { what: label })}</option>
      {!isListed && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
  if (!isRemovable) return select;
  return (
    <span className="filter-chip">
      {select}
      {value !== undefined && (
        <IconButton
          icon="close"
          label={t("table.removeFilter", { what: label })}
          onClick={() => onChange(undefined)}
        />
      )}
    </span>
  );
}
