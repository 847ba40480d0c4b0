import type { PlantLogRow } from "@heliograph/contract";
import { findChanges, NOT_KEPT } from "./difference.ts";
import type { LogWords } from "./log-words.ts";
import { formatMoment, isInstant } from "./moments.ts";

/** More are in the drawer. */
const MOST = 3;

function say(value: unknown, tag: string): string {
  if (value === undefined || value === null || value === "") return "–";
  if (typeof value !== "string") return JSON.stringify(value);
  return isInstant(value) ? formatMoment(value, tag) : value;
}

/** The first fields that a row changed, each with its value before and after; a personal one by its name alone. */
export function sayChanges(
  { original, new: next }: PlantLogRow,
  words: Pick<LogWords, "field">,
  tag: string,
): string {
  const changes = findChanges(original, next);
  const said = changes.slice(0, MOST).map(({ path, before, after }) => {
    const name = path === "" ? "" : (words.field(path) ?? path);
    if (before === NOT_KEPT || after === NOT_KEPT) return name;
    const value = original === null ? say(after, tag) : `${say(before, tag)} → ${say(after, tag)}`;
    return name === "" ? value : `${name}: ${value}`;
  });
  return [...said, ...(changes.length > MOST ? ["…"] : [])].join(" · ");
}
