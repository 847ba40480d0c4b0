import type { ComponentType, ReactNode } from "react";
import { Suspense } from "react";
import type { Part } from "../base/i18n/i18n.ts";
import { loadTexts } from "../base/i18n/i18n.ts";
import { lazyPart } from "./lazy-part.tsx";
import { PageLoading } from "./page-loading.tsx";

type Load = () => Promise<ComponentType>;

/** A page whose code and texts are loaded when it is opened; the progress bar moves meanwhile (R2.3). */
export function page(load: Load, ...parts: readonly Part[]): ReactNode {
  return pageWithPlaceholder(null, load, ...parts);
}

/** The same with a placeholder until it is loaded. */
export function pageWithPlaceholder(shapes: ReactNode, load: Load, ...parts: readonly Part[]): ReactNode {
  const Page = lazyPart(async () => {
    const [component] = await Promise.all([load(), loadTexts(...parts)]);
    return component;
  });
  return (
    <Suspense fallback={<PageLoading>{shapes}</PageLoading>}>
      <Page />
    </Suspense>
  );
}
