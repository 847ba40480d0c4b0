import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { queryOf } from "../../../shared/api/queries.ts";
import type { FieldControl } from "../../../shared/form/layout.ts";
import { readTags } from "./tags.ts";

/** Tags as one line with commas between them; the tags of all plants are suggested. */
export function TagsInput({ control: { value, onChange, attributes } }: { readonly control: FieldControl }) {
  const listId = useId();
  const [typed, setTyped] = useState(() => (Array.isArray(value) ? value.join(", ") : ""));
  const { data } = useQuery(queryOf(endpoints.station.choices));
  return (
    <>
      <input
        {...attributes}
        className="input"
        list={listId}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(readTags(target.value));
        }}
      />
      <datalist id={listId}>
        {(data?.tags ?? []).map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
