import type { MessageKey } from "../../../shared/base/i18n/i18n.ts";
import type { FieldLayout } from "../../../shared/form/layout.ts";
import type { FormSchema, TextSchema } from "../../../shared/form/schema.ts";
import type { CoordinateProblem } from "./parse-coordinates.ts";
import { parseCoordinates } from "./parse-coordinates.ts";

/** Coordinates as one text; what is typed here and no place yet keeps the form from being sent. */
export const SEARCH_PATH = "coordinates";
const searchSchema: TextSchema = {
  path: SEARCH_PATH,
  kind: "text",
  isRequired: false,
  isLocal: true,
  canBeEmpty: true,
  sentences: {},
};
export const searchLayout: FieldLayout = { labelKey: "plantEditor.search" };

/** The schema of a plant with the field that takes coordinates as one text. */
export const withSearch = (schema: FormSchema): FormSchema => ({
  ...schema,
  fields: [...schema.fields, searchSchema],
});

export const problemKeys: Readonly<Record<CoordinateProblem, MessageKey>> = {
  empty: "plantEditor.noCoordinates",
  format: "plantEditor.formatError",
  swapped: "plantEditor.swapped",
};

/** Why a text is no place; undefined where it is one, and where nothing is typed. */
export function findSearchProblem(typed: unknown): MessageKey | undefined {
  const parsed = parseCoordinates(String(typed ?? ""));
  return "place" in parsed || parsed.problem === "empty" ? undefined : problemKeys[parsed.problem];
}
