import { Suspense } from "react";
import { loadTexts } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import type { CodeSignIn } from "./use-code-sign-in.ts";

// Most accounts sign in with one step.
const SecondStep = lazyPart(async () => {
  const [module] = await Promise.all([import("./second-step.tsx"), loadTexts("security")]);
  return module.SecondStep;
});

/** The second step after a code, where the account or its role asks for one. */
export function SecondStepOf({ signIn }: { signIn: CodeSignIn }) {
  const { demand, entering, goIn, backToFirst } = signIn;
  if (demand === undefined) return null;
  return (
    <Suspense fallback={null}>
      <SecondStep demand={demand} entering={entering} onDone={() => void goIn()} onBack={backToFirst} />
    </Suspense>
  );
}
