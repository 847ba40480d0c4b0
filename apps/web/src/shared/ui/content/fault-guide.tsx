import type { FaultName } from "@heliograph/contract/fault-codes";
import { Suspense } from "react";
import { loadTexts } from "../../base/i18n/i18n.ts";
import { lazyPart } from "../../routing/lazy-part.tsx";

interface FaultGuideProps {
  /** `unknownCode` for a code that is not in the catalogue. */
  readonly name: FaultName | "unknownCode";
}

const FaultFacts = lazyPart<FaultGuideProps>(async () => {
  const [module] = await Promise.all([import("./fault-facts.tsx"), loadTexts("faults")]);
  return module.FaultFacts;
});

/** Cause, effect and remedy of a fault from the catalogue; its texts are loaded when it is first shown. */
export function FaultGuide({ name }: FaultGuideProps) {
  return (
    <Suspense fallback={null}>
      <FaultFacts name={name} />
    </Suspense>
  );
}
