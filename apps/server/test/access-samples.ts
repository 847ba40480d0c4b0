import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Endpoint } from "@heliograph/contract";
import { createExamples } from "../src/app/examples/create-examples.ts";
import type { Example, ExampleValues } from "../src/app/examples/example.ts";

/** An example of the documents, with bytes where its file is no text. */
export type Sample = Omit<Example, "file"> & { file?: string | Buffer };

/** A PNG of 32 × 32 pixels of one colour. */
export const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEXooCCV4iDjAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAE0lEQVQ4jWNgGAWjYBSMAgasAAAEIAABMVaGxQAAAABJRU5ErkJggg==",
  "base64",
);

/** Different ones for each call: a day has one correction at a time, and windows do not overlap. */
function createRandomValues(): ExampleValues {
  let days = 0;
  let periods = 0;
  return {
    email: () => `${randomUUID()}@example.org`,
    phone: () => `+49${randomInt(1e9, 1e10)}`,
    name: (word) => `${word} ${randomUUID()}`,
    sn: () => `R${randomUUID().slice(0, 8).toUpperCase()}`,
    registrationCode: () =>
      randomBytes(10)
        .toString("hex")
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, "A"),
    secret: () => randomBytes(32).toString("base64url"),
    day() {
      days += 1;
      return new Date(Date.UTC(2021, 0, days)).toISOString().slice(0, 10);
    },
    period() {
      periods += 1;
      const fromAt = Date.now() + periods * 600_000;
      return { fromAt: new Date(fromAt).toISOString(), untilAt: new Date(fromAt + 300_000).toISOString() };
    },
  };
}

/** Sample input of each endpoint. An endpoint with input that has no example fails the test. */
export function createSamples(): Map<Endpoint, () => Sample> {
  const examples = createExamples(createRandomValues());
  return new Map(
    [...examples].map(([endpoint, create]) => [
      endpoint,
      () => ({ ...create(), ...(endpoint.upload && { file: create().file ?? picture }) }),
    ]),
  );
}
