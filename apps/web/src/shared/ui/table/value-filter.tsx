import { FilterSelect } from "./filter-select.tsx";
import type { FilterValues } from "./table-state.ts";
import type { TableModel } from "./use-table.ts";

type Table<Values extends FilterValues> = Pick<TableModel<unknown, Values>, "state" | "set" | "schema">;

interface ValueFilterProps<Values extends FilterValues, Name extends keyof Values & string> {
  readonly table: Table<Values>;
  readonly name: Name;
  readonly label: string;
  readonly textOf: (value: NonNullable<Values[Name]>) => string;
  readonly allText?: string;
  /** Limits the options to some of the contract's values. */
  readonly isOffered?: (value: string) => boolean;
  /** Orders the options by their texts; without it they are in the contract's order. */
  readonly compare?: (one: string, other: string) => number;
}

/** A filter by one of the values that the contract lists for a parameter. */
export function ValueFilter<Values extends FilterValues, Name extends keyof Values & string>({
  table,
  name,
  label,
  textOf,
  allText,
  isOffered = () => true,
  compare,
}: ValueFilterProps<Values, Name>) {
  const filter = table.schema.filters[name];
  const values = filter !== undefined && "values" in filter ? filter.values : [];
  const options = values
    .filter(isOffered)
    .map((value) => ({ value, text: textOf(value as NonNullable<Values[Name]>) }));
  const change = (value: string | undefined) => ({ [name]: value }) as Partial<Values>;
  return (
    <FilterSelect
      label={label}
      value={table.state.filters[name]}
      options={compare === undefined ? options : options.sort((one, other) => compare(one.text, other.text))}
      {...(allText !== undefined && { allText })}
      onChange={(value) => table.set({ filters: change(value) })}
    />
  );
}
