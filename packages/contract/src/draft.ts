import { z } from "zod";
import { draftForms, isSecretName } from "./draft-forms.ts";
import { defineEndpoint } from "./endpoint.ts";
import type { MessageKey } from "./messages/en.ts";
import { instant } from "./primitives.ts";

// Unsent input of a user, visible to that user only; saving it changes nothing else.
const own = { who: "signed-in", scope: { kind: "none" } } as const;

const form = z.enum(draftForms);
const MAX_BYTES = 32 * 1_024;
/** Maximum nesting of a form. */
const MAX_DEPTH = 8;
const oddNames = new Set(["__proto__", "constructor", "prototype"]);

function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_DEPTH) return false;
  return Object.entries(value).every(
    ([name, inner]) => !isSecretName(name) && !oddNames.has(name) && isKeepable(inner, depth + 1),
  );
}

const isSmall = (body: unknown): boolean =>
  new TextEncoder().encode(JSON.stringify(body)).length <= MAX_BYTES;

/** Input by field; secrets are refused by their names at any depth. */
const typed = z
  .record(z.string(), z.unknown())
  .refine(isKeepable, { error: "field.draft" satisfies MessageKey, abort: true })
  .refine(isSmall, "field.draft" satisfies MessageKey);

/** The record of the form; absent for a new one. Chosen by the client and never looked up. */
const id = z.string().regex(/^[\w-]{1,64}$/);
/** Revision of the record when the form was opened, as in its own calls. */
const revision = z.string().max(40);

export const draft = z.object({
  body: z.record(z.string(), z.unknown()),
  revision: revision.nullable(),
  savedAt: instant,
});
export type Draft = z.output<typeof draft>;

export const saveDraft = defineEndpoint({
  method: "POST",
  path: "/user/draft",
  summary: "Save a draft of a form for 30 days, or delete it (body null); passwords and codes are refused",
  access: own,
  body: z.strictObject({
    form,
    id: id.optional(),
    revision: revision.optional(),
    body: typed.nullable(),
  }),
  data: z.null(),
  errors: ["A0230", "A0300", "A0400"],
  invalidates: [],
});

export const getDraft = defineEndpoint({
  method: "GET",
  path: "/user/draft",
  summary: "The caller's draft of a form; null without one",
  access: own,
  query: z.object({ form, id: id.optional() }),
  data: draft.nullable(),
  errors: ["A0230", "A0300", "A0400"],
  cache: "bypass",
});
