import { useTranslation } from "react-i18next";
import "./choice.css";

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string | undefined) => void;
}

/** A filter of a table: one of a list, or all. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  const isListed = value === undefined || options.some((option) => option.value === value);
  return (
    <select
      className="input choice"
      aria-label={label}
      value={value ?? ""}
      data-chosen={value !== undefined}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{t("table.allOf", { what: label })}</option>
      {!isListed && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
