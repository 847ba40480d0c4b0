import { faultNames, getFault } from "@heliograph/contract/fault-codes";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../base/i18n/i18n.ts";
import { FilterSelect } from "../ui/table/filter-select.tsx";

interface CodeFilterProps {
  readonly value: string | undefined;
  readonly onChange: (faultCode: string | undefined) => void;
}

/** One of the catalogue's codes; security alarms are rows of the log. */
export function CodeFilter({ value, onChange }: CodeFilterProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const options = useMemo(() => {
    const { compare } = new Intl.Collator(tag);
    return faultNames
      .filter((name) => !getFault(name).code.startsWith("H9"))
      .map((name) => ({ value: getFault(name).code, text: t(`faults.${name}.name`) }))
      .sort((one, other) => compare(one.text, other.text));
  }, [t, tag]);
  return <FilterSelect label={t("alarms.column.code")} value={value} options={options} onChange={onChange} />;
}
