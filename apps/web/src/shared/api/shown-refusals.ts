import { useEffect } from "react";
import { ApiError } from "./api-error.ts";

/** A place shows a refusal with its next rendering; one that has not by then becomes a toast. */
const PLACE_MS = 500;

const shown = new WeakSet<object>();

/** Notes that the sentence of a refusal is on screen beside its cause, so that no toast repeats it (R7.17). */
export function noteShown(refusal: unknown): void {
  if (refusal instanceof ApiError) shown.add(refusal);
}

/** Sentence of a refusal for the place that shows it instead of a toast. */
export function sentenceOf(refusal: ApiError): string {
  noteShown(refusal);
  return refusal.message;
}

/** What was refused and each reason for it, for a list that shows them instead of a toast. */
export function sentencesOf(refusal: ApiError): readonly string[] {
  return [sentenceOf(refusal), ...refusal.fields.map(({ message }) => message)];
}

/** For a component that shows the sentence of an error as long as it is on screen. */
export function useShown(error: unknown): void {
  useEffect(() => noteShown(error), [error]);
}

/** Passes the sentence on unless a place of the page has shown it by then. */
export function announceUnlessShown(refusal: ApiError, announce: (sentence: string) => void): void {
  setTimeout(() => {
    if (!shown.has(refusal)) announce(refusal.message);
  }, PLACE_MS);
}
