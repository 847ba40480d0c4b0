import { useCallback, useEffect, useEffectEvent, useState } from "react";
import { onPermissionChange } from "../../shared/session/permission-change.ts";

/** Typing is answered when it rests, and figures are read again now and then. */
const SETTLED_MS = 300;
const RELOAD_MS = 30_000;

export type Reloaded<Data> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown }
  | { readonly state: "ready"; readonly data: Data };

/**
 * Loads a list page by page, again every 30 s and when its key (search, filters, order) changes. The list on screen stays
 * until the next response, also when that fails, but not when the list of another key fails.
 */
export function useReloaded<Data>(key: string, load: (pages: number, signal: AbortSignal) => Promise<Data>) {
  const [known, setKnown] = useState<Reloaded<Data> & { readonly key?: string }>({ state: "loading" });
  const [asked, setAsked] = useState({ key, pages: 1 });
  const [version, setVersion] = useState(0);
  // Another search begins with its first page.
  const pages = asked.key === key ? asked.pages : 1;
  const start = useEffectEvent((signal: AbortSignal): void => {
    load(pages, signal)
      .then((data) => setKnown({ state: "ready", data, key }))
      .catch((error: unknown) => {
        if (!signal.aborted)
          setKnown((before) =>
            before.state === "ready" && before.key === key ? before : { state: "failed", error, key },
          );
      });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is the reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => start(controller.signal), version === 0 ? 0 : SETTLED_MS);
    const again = setInterval(() => {
      if (document.visibilityState === "visible") setVersion((now) => now + 1);
    }, RELOAD_MS);
    return () => {
      clearTimeout(timer);
      clearInterval(again);
      controller.abort();
    };
  }, [key, pages, version]);
  const reload = useCallback(() => setVersion((now) => now + 1), []);
  useEffect(() => onPermissionChange(reload), [reload]);
  return { known, reload, more: () => setAsked({ key, pages: pages + 1 }) };
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** The first pages of a list as one. */
export async function loadPages<Row>(
  pages: number,
  loadPage: (page: number) => Promise<Listed<Row>>,
): Promise<Listed<Row>> {
  const rows: Row[] = [];
  let total = 0;
  for (let page = 1; page <= pages; page += 1) {
    const listed = await loadPage(page);
    rows.push(...listed.rows);
    total = listed.total;
    if (rows.length >= total) break;
  }
  return { rows, total };
}
