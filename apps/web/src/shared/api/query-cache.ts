import type { DataOf, Endpoint, Language, QueryInputOf } from "@heliograph/contract";
import { queryKey as questionOf } from "@heliograph/contract/client";
import type { Query } from "@tanstack/react-query";
import { QueryCache, QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError } from "./api-error.ts";
import type { Call } from "./request.ts";
import type { ReadKey, Scope } from "./scope.ts";
import { grantsOf, isSameScope, rescope } from "./scope.ts";
import { announceUnlessShown } from "./shown-refusals.ts";

/** R9.2. */
const CACHE_MS = 5 * 60_000;
/** A change waits at most this long for stale queries to be refetched. */
const FRESH_MS = 2_000;
/** A request under way for longer is cancelled by the next one. */
const HANGING_MS = 5_000;

interface QueryCacheDeps {
  readonly call: Call;
  /** The session's random id; empty without one. */
  readonly readAccount: () => string;
  /** The language on screen. */
  readonly readLanguage: () => Language;
  /** Whose answer says what the session may do. */
  readonly permissionPath: string;
  /** The session may do more or less than before. */
  readonly onPermissionChange?: () => void;
  /** Says the sentence of a refusal that no place of the page shows. */
  readonly announce: (sentence: string) => void;
}

async function settlesSoon(work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<false>((done) => {
    timer = setTimeout(() => done(false), HANGING_MS);
  });
  try {
    return await Promise.race([work.then(() => true), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The GET cache (R9.2): responses by address, method, payload, account, permission version and language. Nothing of
 * another scope is ever shown; a change of scope refetches what is on screen.
 */
export function createQueryCache(deps: QueryCacheDeps) {
  const { call, readAccount, readLanguage, permissionPath, announce } = deps;
  // What is read again every few seconds does not repeat its sentence while it keeps failing.
  const failing = new WeakMap<object, string>();
  let followedChanges = 0;
  const client = new QueryClient({
    queryCache: new QueryCache({
      // After the last try: a card shows it where there is nothing else to show, a toast everywhere else (R7.17).
      onError(error, query) {
        if (!(error instanceof ApiError) || failing.get(query) === error.message) return;
        // What a change removed is not missed by its page, which is about to be left.
        if (followedChanges > 0 && error.status === 404 && query.state.data !== undefined) return;
        announceUnlessShown(error, (sentence) => {
          // Requested again before a place could show it: the next response decides what there is to say.
          if (query.state.error !== error) return;
          failing.set(query, sentence);
          announce(sentence);
        });
      },
      onSuccess: (_data, query) => void failing.delete(query),
    }),
    defaultOptions: {
      queries: {
        gcTime: CACHE_MS,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.code !== undefined),
      },
    },
  });
  let account = readAccount();
  let permissions = 0;
  let grants: string | undefined;

  const scopeOf = (path: string): Scope => ({
    account: readAccount(),
    // The response that carries the version has none itself.
    permissions: path === permissionPath ? 0 : permissions,
    language: readLanguage(),
  });

  function keyOf<E extends Endpoint>(endpoint: E, query?: QueryInputOf<E>): ReadKey {
    return [...questionOf(endpoint, query), scopeOf(endpoint.path)];
  }

  function queryOf<E extends Endpoint>(endpoint: E, query?: QueryInputOf<E>) {
    const key = keyOf(endpoint, query);
    return queryOptions({
      queryKey: key,
      queryFn: async ({ signal, queryKey }): Promise<DataOf<E>> => {
        const { language } = queryKey[3];
        try {
          const response = await call(endpoint, { query, signal, language, refusalIn: "caller" });
          if (response !== undefined) return response.data;
        } catch (error) {
          // The session dialog is over the page: the page stays unchanged until the user decides (R8.2).
          if (isSessionOver(error)) return await untilAborted(signal);
          throw error;
        }
        // A discarded response changes nothing (R7.16).
        const shown = client.getQueryData<DataOf<E>>(queryKey);
        if (shown === undefined) throw new ApiError("");
        return shown;
      },
      staleTime: endpoint.cache === "bypass" ? 0 : CACHE_MS,
      // The previous response stays until the one in the new language arrives, so that a form keeps its input.
      placeholderData: (shown, before) =>
        before !== undefined && isSameButLanguage(before.queryKey, key) ? shown : undefined,
    });
  }

  /** Marks every cached response of an address as stale and refetches those on screen. */
  const dropPath = (path: string): Promise<void> => client.invalidateQueries({ queryKey: [path] });

  /**
   * Refetches what is on screen of an address by requests that begin after this call. Those that are under way are waited for and
   * not cancelled: while changes are pushed faster than a busy server replies, nothing would ever arrive. One that hangs is waited
   * for briefly, so that the next change cancels it.
   */
  async function refreshPath(path: string): Promise<void> {
    const filter = { queryKey: [path] };
    const running = client.getQueryCache().findAll({ ...filter, fetchStatus: "fetching" });
    const isSettled = await settlesSoon(Promise.allSettled(running.map(({ promise }) => promise)));
    await settlesSoon(client.invalidateQueries(filter, { cancelRefetch: !isSettled }));
  }

  /** Removes queries that are not on screen; the others stay and are refetched on next use. */
  function empty(): void {
    client.removeQueries({ type: "inactive" });
    void client.invalidateQueries({ refetchType: "none" });
  }

  /** Takes everything on screen to another scope and forgets the old one. */
  function move(change: Partial<Scope>, { isEmptying }: { isEmptying: boolean }): void {
    for (const query of client.getQueryCache().getAll()) {
      const key = rescope(query.queryKey, change);
      const isKept = change.permissions !== undefined && key?.[0] === permissionPath;
      if (key === undefined || isKept || isSameScope(key[3], (query.queryKey as ReadKey)[3])) continue;
      // Before the observers leave: not even as a placeholder may it be seen again.
      if (isEmptying) query.reset();
      for (const observer of [...query.observers]) {
        const { _defaulted, queryHash, ...options } = observer.options as typeof observer.options & {
          _defaulted?: true;
        };
        observer.setOptions({ ...options, queryKey: key });
      }
      client.getQueryCache().remove(query);
    }
  }

  function applyGrants(query: Query): void {
    const { data } = query.state;
    if (data === undefined || (query.queryKey as ReadKey)[3]?.account !== readAccount()) return;
    const next = grantsOf(data as Parameters<typeof grantsOf>[0]);
    const isChanged = grants !== undefined && grants !== next;
    grants = next;
    if (!isChanged) return;
    permissions += 1;
    move({ permissions }, { isEmptying: true });
    deps.onPermissionChange?.();
  }

  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    if (event.query.queryKey[0] === permissionPath) queueMicrotask(() => applyGrants(event.query));
  });

  return {
    client,
    queryOf,
    dropPath,
    refreshPath,
    empty,

    /** What one session saw is nothing for the next. */
    followAccount(): void {
      if (readAccount() === account) return;
      account = readAccount();
      grants = undefined;
      client.clear();
    },

    /** R9.2: emptied on 401 and 403; who was refused may hold other rights than this page knows of. */
    followRefusal({ status }: { readonly status: number }): void {
      if (status !== 401 && status !== 403) return;
      empty();
      if (status === 403) void dropPath(permissionPath);
    },

    /** Invalidates what a change made stale, and waits briefly until the queries on screen are refetched. */
    async followChange({ invalidates = [] }: Pick<Endpoint, "invalidates">): Promise<void> {
      if (invalidates === "all") client.removeQueries({ type: "inactive" });
      const dropped =
        invalidates === "all" ? [client.invalidateQueries()] : invalidates.map((path) => dropPath(path));
      followedChanges += 1;
      await Promise.race([Promise.allSettled(dropped), new Promise((done) => setTimeout(done, FRESH_MS))]);
      followedChanges -= 1;
    },

    /** Asks for everything on screen in a language, before it is switched to. */
    async prepareLanguage(language: Language): Promise<void> {
      const shown = client.getQueryCache().findAll({ type: "active" });
      const asked = shown.flatMap(({ queryKey, options: { queryFn } }) => {
        const key = rescope(queryKey, { language });
        return key === undefined || typeof queryFn !== "function" ? [] : [{ queryKey: key, queryFn }];
      });
      await Promise.all(asked.map((query) => client.prefetchQuery({ ...query, staleTime: CACHE_MS })));
    },

    followLanguage: (language: Language): void => move({ language }, { isEmptying: false }),
  };
}

export const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.code === "A0230";

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

function isSameButLanguage(one: readonly unknown[], other: ReadKey): boolean {
  const key = rescope(one, { language: other[3].language });
  return (
    key !== undefined &&
    isSameScope(key[3], other[3]) &&
    key[0] === other[0] &&
    key[1] === other[1] &&
    key[2] === other[2]
  );
}
