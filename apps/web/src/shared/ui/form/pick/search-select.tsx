import type { Endpoint, QueryInputOf } from "@heliograph/contract";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../../api/queries.ts";
import { useQueryWithPrevious } from "../../../api/use-query-with-previous.ts";
import type { RowOf } from "../../table/use-table.ts";
import type { Control } from "../control.ts";
import { holdEscape } from "./hold-escape.ts";
import { namesIn, noteNames } from "./known-names.ts";
import { useClearButton } from "./use-clear-button.tsx";

const MAX_OPTIONS = 50;

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SearchSelectProps<E extends Endpoint> {
  readonly control: Control;
  readonly endpoint: E;
  /** Parameters of the list beside search and page. */
  readonly query?: Partial<QueryInputOf<E>>;
  readonly toOption: (row: RowOf<E>) => Option;
  /** Rows that can be chosen; all without it. */
  readonly isOption?: (row: RowOf<E>) => boolean;
  /** What is chosen without the list, and may not be among its first rows. */
  readonly chosen?: readonly Option[];
  readonly canBeEmpty?: boolean;
  readonly isMultiple?: boolean;
}

/** One of a long list, or several: the server searches. */
export function SearchSelect<E extends Endpoint>(props: SearchSelectProps<E>) {
  const { control, endpoint, query, toOption, isOption } = props;
  const { chosen = [], canBeEmpty = false, isMultiple = false } = props;
  const { value, onChange, attributes } = control;
  const clearButton = useClearButton();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const asked = { pageSize: MAX_OPTIONS, ...(search !== "" && { search }), ...query } as QueryInputOf<E>;
  const found = useQueryWithPrevious(queryOf(endpoint, asked));
  const [picked, setPicked] = useState<readonly Option[]>([]);
  const listed = (found.data as { rows: RowOf<E>[] } | undefined)?.rows ?? [];
  const rows = (isOption ? listed.filter(isOption) : listed).map(toOption);
  // Also for a form that names what someone else has chosen meanwhile.
  noteNames(chosen);
  const known = Object.entries(namesIn([value])).map(([each, label]) => ({ value: each, label }));
  // Its name may be loaded later than the list.
  const given = chosen.filter((option) => isChosen(value, option.value));
  const named = [
    ...new Map([...given, ...known, ...picked].map((option) => [option.value, option])).values(),
  ];
  // A chosen one stays named while something else is searched for, and when its form is put back.
  const missing = named.filter(
    (option) =>
      !rows.some((row) => row.value === option.value) && (search === "" || isChosen(value, option.value)),
  );
  return (
    <Select
      {...attributes}
      {...(attributes["aria-invalid"] && { status: "error" })}
      {...(isMultiple && { mode: "multiple" })}
      allowClear={canBeEmpty && clearButton}
      onKeyDown={holdEscape}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...missing, ...rows]}
      value={value === "" || value === undefined ? null : value}
      onChange={(next: unknown, options: unknown) => {
        const chosenNow = [options ?? []].flat() as Option[];
        setPicked(chosenNow);
        noteNames(chosenNow);
        onChange(next ?? (isMultiple ? [] : ""));
      }}
    />
  );
}

const isChosen = (value: unknown, option: string): boolean =>
  Array.isArray(value) ? value.includes(option) : value === option;
