import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../api/queries.ts";
import { useShown } from "../../../api/shown-refusals.ts";
import { useQueryWithPrevious } from "../../../api/use-query-with-previous.ts";
import { holdEscape } from "./hold-escape.ts";
import { useClearButton } from "./use-clear-button.tsx";
import "./plant-select.css";

const MAX_OPTIONS = 50;

interface PlantSelectProps {
  readonly label: string;
  readonly value: string | undefined;
  /** Shown while no plant is chosen, where that does not mean all plants. */
  readonly placeholder?: string;
  /** Plants that are not offered. */
  readonly without?: readonly string[];
  readonly onChange: (stationId: string | undefined) => void;
}

/** One plant among however many: the server searches. */
export function PlantSelect(props: PlantSelectProps) {
  const { label, value, placeholder, without = [], onChange } = props;
  const { t } = useTranslation();
  const clearButton = useClearButton();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useQueryWithPrevious(
    queryOf(endpoints.station.list, {
      pageSize: MAX_OPTIONS,
      sort: "name",
      ...(search !== "" && { search }),
    }),
  );
  // The chosen plant may not be among those found.
  const chosen = useQuery({
    ...queryOf(endpoints.station.get, { stationId: value ?? "" }),
    enabled: value !== undefined,
  });
  // A saved view or an address may name a plant that is gone, or that the user has no access to.
  useShown(chosen.error);
  const options = (found.data?.rows ?? [])
    .filter(({ stationId }) => !without.includes(stationId))
    .map(({ stationId, name }) => ({ value: stationId, label: name }));
  if (value !== undefined && !options.some((option) => option.value === value))
    options.unshift({ value, label: chosen.data?.name ?? (chosen.isError ? t("station.missing") : "…") });
  return (
    <Select
      className="plant-select"
      data-chosen={value !== undefined}
      aria-label={label}
      placeholder={placeholder ?? t("table.allOf", { what: label })}
      allowClear={clearButton}
      onKeyDown={holdEscape}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={options}
      value={value ?? null}
      onChange={(stationId: string | null | undefined) => onChange(stationId ?? undefined)}
    />
  );
}
