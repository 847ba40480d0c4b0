import { documentValues, exampleId } from "../src/app/examples/document-examples.ts";

/** Entries of a list in the document. */
const MAX_ENTRIES = 2;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Of accounts of the test. */
const EMAIL = /[0-9a-f-]{36}@example\.org/g;
/** Fields whose values open something, although only on the server of the test. */
const SECRET = /token|secret|password|ticket|challenge|ceremony|^key$|codes?$/i;
const OPAQUE = /^[\w\-.+/=]{12,}$/;

/** Opaque text of the same length and characters, with the prefix that names its kind. */
function mask(text: string): string {
  const prefix = /^[a-z]{2,6}_/.exec(text)?.[0] ?? "";
  const rest = text.slice(prefix.length);
  return prefix + rest.replaceAll(/[a-z]/g, "a").replaceAll(/[A-Z]/g, "A").replaceAll(/\d/g, "0");
}

const SECRET_OF_ADDRESS = /(?<=[?&]secret=)\w+/g;

/** Without secrets; entries of a list are named as the list. */
function hideSecrets(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => hideSecrets(name, entry));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [field, hideSecrets(field, inner)]),
    );
  if (typeof value !== "string") return value;
  return SECRET.test(name) && OPAQUE.test(value) ? mask(value) : value.replaceAll(SECRET_OF_ADDRESS, mask);
}

/** With the ids of the document, and without secrets. `ids`: what stands for them in the test, by field. */
export function toDocumentIds(json: unknown, ids: Readonly<Record<string, string>>): unknown {
  const known = new Map(Object.entries(ids).map(([field, id]) => [id, exampleId(field)]));
  const others = new Map<string, string>();
  const text = JSON.stringify(hideSecrets("", json)).replaceAll(UUID, (id) => {
    const other = others.get(id) ?? exampleId(`other ${others.size + 1}.`);
    if (!known.has(id)) others.set(id, other);
    return known.get(id) ?? other;
  });
  return JSON.parse(text.replaceAll(EMAIL, documentValues.email()));
}

/** With the first entries of every list. */
export const cutLists = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (_name, value: unknown) =>
      Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : value,
    ),
  );
