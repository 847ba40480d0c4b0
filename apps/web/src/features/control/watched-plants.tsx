import type { Device } from "@heliograph/contract";
import { useLive } from "../../shared/live/live.ts";

/** A stream carries only so many plants; the others' values come with the list. */
const MAX_WATCHED = 12;

/** Subscribes to the values of the units on screen. */
export function WatchedPlants({
  rows = [],
  onChange,
}: {
  readonly rows: readonly Device[] | undefined;
  readonly onChange: () => void;
}) {
  const ids = new Set(rows.flatMap(({ stationId }) => stationId ?? []));
  return [...ids].slice(0, MAX_WATCHED).map((id) => <Watched key={id} id={id} onChange={onChange} />);
}

function Watched({ id, onChange }: { readonly id: string; readonly onChange: () => void }) {
  useLive(`plant:${id}`, (message) => {
    if (message.type === "gateway") onChange();
  });
  return null;
}
