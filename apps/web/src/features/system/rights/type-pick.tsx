import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../shared/api/queries.ts";
import type { Control } from "../../../shared/ui/form/control.ts";

/** The account types the caller sees. */
export const useTypes = () => useQuery(queryOf(endpoints.customerType.list, { pageSize: 200 }));

/** One of the account types the caller sees. */
export function TypePick({ control }: { readonly control: Control }) {
  const { value, onChange, attributes } = control;
  const types = useTypes();
  return (
    <select
      {...attributes}
      className="input"
      value={typeof value === "string" ? value : ""}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" />
      {types.data?.rows.map(({ customerTypeId, name }) => (
        <option key={customerTypeId} value={customerTypeId}>
          {name}
        </option>
      ))}
    </select>
  );
}
