import type { ComponentType, ReactNode } from "react";
import { Suspense } from "react";
import type { Part } from "../i18n/i18n.ts";
import { loadTexts } from "../i18n/i18n.ts";
import { lazyPart } from "./lazy-part.tsx";
import { PageComing } from "./page-coming.tsx";

type Load = () => Promise<ComponentType>;

/** A page whose code and texts come when it is opened; the bar at the top moves meanwhile (R2.3). */
export function page(load: Load, ...parts: readonly Part[]): ReactNode {
  return shownMeanwhile(null, load, ...parts);
}

/** The same with shapes that stand where it will be. */
export function shownMeanwhile(shapes: ReactNode, load: Load, ...parts: readonly Part[]): ReactNode {
  const Page = lazyPart(async () => {
    const [component] = await Promise.all([load(), loadTexts(...parts)]);
    return component;
  });
  return (
    <Suspense fallback={<PageComing>{shapes}</PageComing>}>
      <Page />
    </Suspense>
  );
}
