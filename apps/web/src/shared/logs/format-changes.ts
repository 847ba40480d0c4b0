import type { PlantLogRow } from "@heliograph/contract";
import { findChanges, NOT_KEPT } from "./difference.ts";
import { formatValue, isEmpty } from "./format-value.ts";
import type { LogTexts } from "./log-texts.ts";

/** More are in the drawer. */
const MAX_CHANGES = 3;

/** The first fields that a row changed, each with its value before and after; a personal one by its name alone. */
export function formatChanges(
  { original, new: next, names }: PlantLogRow,
  words: Pick<LogTexts, "field" | "code" | "yes" | "no" | "hidden" | "deleted">,
  tag: string,
): string {
  // A field without content before and after says nothing.
  const changes = findChanges(original, next).filter(
    ({ before, after }) => !isEmpty(before) || !isEmpty(after),
  );
  const say = (value: unknown, path: string): string =>
    formatValue(value, { path, names, words: { ...words, empty: "–", tag } });
  const said = changes.slice(0, MAX_CHANGES).map(({ path, before, after }) => {
    const name = path === "" ? "" : (words.field(path) ?? path);
    if (before === NOT_KEPT || after === NOT_KEPT) return name;
    const value = original === null ? say(after, path) : `${say(before, path)} → ${say(after, path)}`;
    return name === "" ? value : `${name}: ${value}`;
  });
  return [...said, ...(changes.length > MAX_CHANGES ? ["…"] : [])].join(" · ");
}
