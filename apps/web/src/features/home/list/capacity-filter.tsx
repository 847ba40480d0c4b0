import { MAX_CAPACITY_KWP } from "@heliograph/contract/plant-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { readPlainNumber, toPlainNumber, toTypedNumber } from "../../../shared/base/format/typed-numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";
import { Menu } from "../../../shared/ui/menu/menu.tsx";
import type { PlantListTable } from "../plant-list.ts";
import "./plant-filters.css";

type Limits = Pick<PlantListTable["state"]["filters"], "minCapacityKwp" | "maxCapacityKwp">;

/** A limit as it is in the address: undefined for none, null for what is no limit. */
function readLimit(typed: string, tag: string): `${number}` | undefined | null {
  if (typed.trim() === "") return undefined;
  const value = readPlainNumber(toPlainNumber(typed, tag));
  return value >= 0 && value <= MAX_CAPACITY_KWP ? `${value}` : null;
}

/** Plants from and up to an installed capacity. */
export function CapacityFilter({ table }: { readonly table: PlantListTable }) {
  const { minCapacityKwp, maxCapacityKwp } = table.state.filters;
  const label = useLabel({ minCapacityKwp, maxCapacityKwp });
  const isChosen = minCapacityKwp !== undefined || maxCapacityKwp !== undefined;
  return (
    <span className="table-tool capacity-filter" data-chosen={isChosen}>
      <Menu
        label={label}
        button={
          <>
            {label}
            <Icon name="down" />
          </>
        }
      >
        {(close) => (
          <LimitInputs
            // What was typed begins again with the limits of the address.
            key={`${minCapacityKwp} ${maxCapacityKwp}`}
            limits={{ minCapacityKwp, maxCapacityKwp }}
            onChange={(filters) => {
              table.set({ filters });
              close();
            }}
          />
        )}
      </Menu>
    </span>
  );
}

interface LimitInputsProps {
  readonly limits: Limits;
  readonly onChange: (limits: Limits) => void;
}

function LimitInputs({ limits, onChange }: LimitInputsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { minCapacityKwp, maxCapacityKwp } = limits;
  const [min, setMin] = useState(toTypedNumber(minCapacityKwp ?? "", tag));
  const [max, setMax] = useState(toTypedNumber(maxCapacityKwp ?? "", tag));
  const [isChecked, setChecked] = useState(false);
  const [from, to] = [readLimit(min, tag), readLimit(max, tag)];
  const refusal = t("plantList.capacityWrong", { max: formatNumber(MAX_CAPACITY_KWP, tag, 0) });

  function apply(): void {
    setChecked(true);
    if (from === null || to === null) return;
    const isReversed = from !== undefined && to !== undefined && Number(from) > Number(to);
    onChange(
      isReversed
        ? { minCapacityKwp: to, maxCapacityKwp: from }
        : { minCapacityKwp: from, maxCapacityKwp: to },
    );
  }

  return (
    <div className="capacity-limits">
      <Limit
        label={t("plantList.capacityFrom")}
        {...(isChecked && from === null && { refusal })}
        value={min}
        onChange={setMin}
        onEnter={apply}
      />
      <Limit
        label={t("plantList.capacityTo")}
        {...(isChecked && to === null && { refusal })}
        value={max}
        onChange={setMax}
        onEnter={apply}
      />
      <div className="capacity-actions">
        <button
          type="button"
          className="button"
          data-kind="quiet"
          disabled={minCapacityKwp === undefined && maxCapacityKwp === undefined}
          onClick={() => onChange({ minCapacityKwp: undefined, maxCapacityKwp: undefined })}
        >
          {t("plantList.clear")}
        </button>
        <button type="button" className="button" data-kind="primary" onClick={apply}>
          {t("plantList.apply")}
        </button>
      </div>
    </div>
  );
}

function useLabel({ minCapacityKwp: min, maxCapacityKwp: max }: Limits): string {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const figure = (limit: string) => formatNumber(Number(limit), tag, limit.split(".")[1]?.length ?? 0);
  if (min !== undefined && max !== undefined)
    return t("plantList.capacityBetween", { from: figure(min), to: figure(max) });
  if (min !== undefined) return t("plantList.capacityMin", { from: figure(min) });
  if (max !== undefined) return t("plantList.capacityMax", { to: figure(max) });
  return t("plantList.capacityAll");
}

interface LimitProps {
  readonly label: string;
  readonly refusal?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

function Limit({ label, refusal, value, onChange, onEnter }: LimitProps) {
  return (
    <Field label={label} {...(refusal !== undefined && { refusal })}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={({ key }) => {
            if (key === "Enter") onEnter();
          }}
        />
      )}
    </Field>
  );
}
