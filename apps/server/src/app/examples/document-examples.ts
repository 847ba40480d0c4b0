import { createHash } from "node:crypto";
import type { Endpoint } from "@heliograph/contract";
import { createExamples } from "./create-examples.ts";
import type { Example, ExampleValues } from "./example.ts";

/** Values in the documents. */
export const documentValues: ExampleValues = {
  email: (name = "ann") => `${name}@example.org`,
  phone: () => "+4930123456",
  name: (word) => `${word} North`,
  sn: () => "OPT-000154",
  registrationCode: () => "K7QX2M4PZ3WT5RBA",
  secret: () => "h1J8oXv3kQ0aTnYw5ZrLbE2sGd9uCfM7pViKxRtO4Bg",
  day: () => "2026-05-01",
  period: () => ({ fromAt: "2026-05-01T08:00:00Z", untilAt: "2026-05-01T08:05:00Z" }),
};

/** The id in the documents of the object that a field names, the same one in every call. */
export function exampleId(field: string): string {
  const digits = createHash("sha256").update(field.replace(/s$/, "")).digest("hex");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

function fillIds(fields: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return (
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        if (!/Ids?$/.test(name)) return [name, value];
        if (value === "") return [name, exampleId(name)];
        return [name, Array.isArray(value) && value[0] === "" ? [exampleId(name)] : value];
      }),
    )
  );
}

let examples: ReturnType<typeof createExamples> | undefined;

/** The example of an endpoint as the documents show it. */
export function findDocumentExample(endpoint: Endpoint): Example | undefined {
  examples ??= createExamples(documentValues);
  const example = examples.get(endpoint)?.();
  return example && { ...example, query: fillIds(example.query), body: fillIds(example.body) };
}
