import type { ComponentType } from "react";
import { lazy } from "react";

/** Code, texts or styles of a part of the console did not arrive; rendering it again may help. */
export class LoadError extends Error {
  override readonly name = "LoadError";
}

const failedParts = new Set<() => void>();
const failedStyles = new Set<HTMLLinkElement>();

// The bundler's loader asks for a style sheet once and takes it for loaded ever after. Errors of resources do not bubble.
if (typeof document !== "undefined")
  document.addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedStyles.add(target);
    },
    { capture: true },
  );

let reloading: Promise<unknown> | undefined;

/** Requests the style sheets that did not arrive, once for all parts that wait for them. */
function reloadStyles(): Promise<unknown> {
  reloading ??= Promise.all([...failedStyles].map(reloadStyle)).finally(() => {
    reloading = undefined;
  });
  return reloading;
}

function reloadStyle(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = failed.cloneNode() as HTMLLinkElement;
    link.addEventListener("load", () => {
      failedStyles.delete(failed);
      resolve();
    });
    link.addEventListener("error", () => {
      failedStyles.delete(failed);
      reject(new Error(`${link.href} could not be loaded`));
    });
    failed.replaceWith(link);
  });
}

/** Lets every part that did not arrive be requested again when it is next rendered. */
export function renewFailedParts(): void {
  for (const renew of failedParts) renew();
  failedParts.clear();
}

/** A component whose code is requested when it is first rendered, and again after a failure (`renewFailedParts`). */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const request = () =>
    lazy(async () => {
      try {
        await reloadStyles();
        return { default: await load() };
      } catch (cause) {
        failedParts.add(() => {
          Requested = request();
        });
        throw new LoadError("A part of the console could not be loaded", { cause });
      }
    });
  let Requested = request();
  // biome-ignore lint/correctness/noComponentHookFactories: called by modules, never while rendering
  return function LazyPart(props: Props) {
    return <Requested {...props} />;
  };
}
