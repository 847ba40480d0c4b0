import { endpoints } from "virtual:endpoints";
import type { Control } from "../control.ts";
import type { Option } from "./search-select.tsx";
import { SearchSelect } from "./search-select.tsx";

interface PickProps {
  readonly control: Control;
  readonly chosen?: Option | undefined;
  readonly canBeEmpty?: boolean;
}

const named = (value: string | null | undefined, label: string | null | undefined): Option | undefined =>
  value && label ? { value, label } : undefined;

const list = (chosen: Option | undefined): readonly Option[] => (chosen === undefined ? [] : [chosen]);

/** The option of what a row names by id and name. */
export const chosenOf = named;

/** A role that can be given in a company. */
export function RolePick({ control, chosen, companyId }: PickProps & { readonly companyId: string }) {
  return (
    <SearchSelect
      key={companyId}
      control={control}
      endpoint={endpoints.account.listRoles}
      query={{ companyId, pageSize: 200 }}
      toOption={({ roleId, name, customerTypeName }) => ({
        value: roleId,
        label: `${name} · ${customerTypeName}`,
      })}
      chosen={list(chosen)}
    />
  );
}

/** Selects an accessible company; its parent companies distinguish companies of the same name. */
export function CompanyPick({ control, chosen, canBeEmpty = false }: PickProps) {
  return (
    <SearchSelect
      control={control}
      endpoint={endpoints.company.tree}
      query={{ isFlat: "true" }}
      toOption={({ companyId, name, path }) => ({
        value: companyId,
        label: path.length === 0 ? name : `${name} · ${path.join(" › ")}`,
      })}
      chosen={list(chosen)}
      canBeEmpty={canBeEmpty}
    />
  );
}

/** Selects an accessible account, of one company if given. */
export function AccountPick({ control, chosen, companyId }: PickProps & { readonly companyId?: string }) {
  return (
    <SearchSelect
      control={control}
      endpoint={endpoints.account.listAccounts}
      query={companyId === undefined ? {} : { companyId }}
      toOption={({ accountId, userName, companyName }) => ({
        value: accountId,
        label: companyId === undefined ? `${userName} · ${companyName}` : userName,
      })}
      chosen={list(chosen)}
      canBeEmpty
    />
  );
}

/** Selects an accessible plant. */
export function PlantPick({ control, chosen }: PickProps) {
  return (
    <SearchSelect
      control={control}
      endpoint={endpoints.station.list}
      query={{ sort: "name" }}
      toOption={({ stationId, name }) => ({ value: stationId, label: name })}
      chosen={list(chosen)}
    />
  );
}

interface ParentPickProps extends PickProps {
  readonly stationId: string;
  /** Level of the device that is connected to it. */
  readonly level: number;
}

/** Selects a device of a plant that a device of a level can be connected to. */
export function ParentPick({ control, chosen, stationId, level }: ParentPickProps) {
  return (
    <SearchSelect
      key={stationId}
      control={control}
      endpoint={endpoints.device.list}
      query={{ stationId, sort: "type", pageSize: 200 }}
      toOption={({ deviceId, sn, alias }) => ({
        value: deviceId,
        label: alias === "" ? sn : `${sn} · ${alias}`,
      })}
      isOption={(device) => device.level < level}
      chosen={list(chosen)}
      canBeEmpty
    />
  );
}

/** Selects several accessible plants. */
export function PlantsPick({ control, chosen }: { control: Control; chosen: readonly Option[] }) {
  return (
    <SearchSelect
      control={control}
      endpoint={endpoints.station.list}
      query={{ sort: "name" }}
      toOption={({ stationId, name }) => ({ value: stationId, label: name })}
      chosen={chosen}
      canBeEmpty
      isMultiple
    />
  );
}
