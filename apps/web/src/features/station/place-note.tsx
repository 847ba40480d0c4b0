import { Suspense } from "react";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import type { PlaceNotePartProps } from "./place-note-part.tsx";
import { findPlaceProblem } from "./place-problem.ts";

// Few plants have a problem: code and texts are loaded for those that do.
const Part = lazyPart<PlaceNotePartProps>(async () => {
  const [module] = await Promise.all([import("./place-note-part.tsx"), loadTexts("weather")]);
  return module.PlaceNotePart;
});

/** What is wrong with the location of a plant (R5.14); nothing where it is right. */
export function PlaceNote({ plant }: Pick<PlaceNotePartProps, "plant">) {
  const problem = findPlaceProblem(plant);
  if (problem === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Part plant={plant} problem={problem} />
    </Suspense>
  );
}
