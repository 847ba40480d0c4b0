import { endpoints } from "virtual:endpoints";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCountry } from "../../shared/base/format/co2.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { PlantListing, PlantListingChange } from "./plant-listing.ts";
import { usePlantData } from "./use-plant-data.ts";

type Name = "companyId" | "country" | "tag";
interface Option {
  readonly value: string;
  readonly text: string;
}

interface PhonePlantFiltersProps {
  readonly listing: PlantListing;
  readonly onChange: (change: PlantListingChange) => void;
}

/** Company, country and tag; one without a choice is not offered. */
export function PhonePlantFilters({ listing: { filters }, onChange }: PhonePlantFiltersProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const fields = useFields().filter(({ name, options, min }) => options.length >= min || filters[name]);
  const count = fields.filter(({ name }) => filters[name] !== undefined).length;
  if (fields.length === 0) return null;
  const clear = () => onChange({ filters: { companyId: undefined, country: undefined, tag: undefined } });
  return (
    <>
      <button
        type="button"
        className="button phone-filter-button"
        data-chosen={count > 0}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t("phone.filters")}
        {count > 0 && <b>{formatNumber(count, tag, 0)}</b>}
        <Icon name={isOpen ? "up" : "down"} />
      </button>
      <div id={id} className="card phone-filters" hidden={!isOpen}>
        {fields.map(({ name, label, options }) => (
          <Filter
            key={name}
            label={label}
            value={filters[name]}
            options={options}
            onChange={(value) => onChange({ filters: { [name]: value } })}
          />
        ))}
        {count > 0 && (
          <button type="button" className="button" onClick={clear}>
            {t("phone.clear")}
          </button>
        )}
      </div>
    </>
  );
}

/** The filters with what the caller's plants have to choose from, and how many make a choice. */
function useFields() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { known } = usePlantData(endpoints.station.choices, undefined, 0);
  const choices = known.state === "ready" ? known.data : { companies: [], countries: [], tags: [] };
  const byName = (one: Option, other: Option) => one.text.localeCompare(other.text, tag);
  return [
    {
      name: "companyId",
      label: t("phone.company"),
      options: choices.companies.map(({ companyId, companyName }) => ({
        value: companyId,
        text: companyName,
      })),
      min: 2,
    },
    {
      name: "country",
      label: t("phone.country"),
      options: choices.countries
        .map((value) => ({ value, text: formatCountry(value, tag) }))
        .toSorted(byName),
      min: 2,
    },
    {
      name: "tag",
      label: t("phone.tag"),
      options: choices.tags.map((value) => ({ value, text: value })),
      min: 1,
    },
  ] as const satisfies readonly { name: Name; label: string; options: Option[]; min: number }[];
}

interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly Option[];
  readonly onChange: (value: string | undefined) => void;
}

function Filter({ label, value = "", options, onChange }: FilterProps) {
  const { t } = useTranslation();
  const id = useId();
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        <option value="">{t("phone.all")}</option>
        {!isListed && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
