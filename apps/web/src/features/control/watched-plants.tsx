import type { Device } from "@heliograph/contract";
import { useLive } from "../../shared/live/live.ts";

/** A stream carries only so many plants; the others' values come with the list. */
const MOST_WATCHED = 12;

/** Brings the values of the units in sight as their gateways report them. */
export function WatchedPlants({
  rows = [],
  onNews,
}: {
  readonly rows: readonly Device[] | undefined;
  readonly onNews: () => void;
}) {
  const ids = new Set(rows.flatMap(({ stationId }) => stationId ?? []));
  return [...ids].slice(0, MOST_WATCHED).map((id) => <Watched key={id} id={id} onNews={onNews} />);
}

function Watched({ id, onNews }: { readonly id: string; readonly onNews: () => void }) {
  useLive(`plant:${id}`, (message) => {
    if (message.type === "gateway" && message.stationId === id) onNews();
  });
  return null;
}
