import { endpoints } from "virtual:endpoints";
import type { BodyInputOf, DataOf, Endpoint } from "@heliograph/contract";
import type { NetworkMode } from "@tanstack/react-query";
import { useMutation } from "@tanstack/react-query";
import { onLanguageSwitch, shownLanguage } from "../base/i18n/i18n.ts";
import { toast } from "../base/toast.ts";
import { sessionStore } from "../session/current-session.ts";
import { notifyPermissionChange } from "../session/permission-change.ts";
import { call, onCallOutcome } from "./api.ts";
import { ApiError } from "./api-error.ts";
import { shareChanges } from "./change-sharing.ts";
import { createQueryCache, isSessionOver } from "./query-cache.ts";
import type { RefusalPlace } from "./request.ts";

const cache = createQueryCache({
  call,
  readAccount: () => sessionStore.read()?.id ?? "",
  readLanguage: shownLanguage,
  permissionPath: endpoints.permission.getPermission.path,
  onPermissionChange: notifyPermissionChange,
  announce: (sentence) => toast("error", sentence),
});

const sharing = shareChanges(sessionStore, (invalidates) => void cache.followChange({ invalidates }));

sessionStore.onChange(cache.followAccount);
onCallOutcome({
  refused: cache.followRefusal,
  changed(endpoint) {
    if (endpoint.invalidates !== undefined && endpoint.invalidates.length > 0)
      sharing.announce(endpoint.invalidates);
    return cache.followChange(endpoint);
  },
});
onLanguageSwitch({ prepare: cache.prepareLanguage, follow: cache.followLanguage });

export const queryClient = cache.client;

/** Query options of a GET endpoint: cached five minutes by address, method, payload and scope, unless its rule is `bypass` (R9.2). */
export const { queryOf } = cache;

/** Marks every cached response of an address as stale and refetches those on screen. */
export const { dropPath } = cache;

/** The same for pushed changes, which follow each other: waits for the requests that are under way. */
export const { refreshPath } = cache;
export const refreshAll = (parts: readonly { readonly path: string }[]) =>
  Promise.all(parts.map(({ path }) => refreshPath(path)));

/** Removes the change that waits for the network with this body: it is no longer sent. */
export function dropPausedChange(body: unknown): void {
  const changes = queryClient.getMutationCache();
  for (const change of changes.getAll())
    if (change.state.isPaused && change.state.variables === body) changes.remove(change);
}

interface ChangeOptions {
  readonly refusalIn?: RefusalPlace;
  /** `always`: sent or failed now; without it a change waits for the network. */
  readonly networkMode?: NetworkMode;
  readonly onMutate?: () => void;
}

/** Mutation of an endpoint that changes data; on success the responses it makes stale are invalidated. */
export function useChange<E extends Endpoint>(endpoint: E, { refusalIn, ...options }: ChangeOptions = {}) {
  return useMutation({
    ...options,
    mutationFn: async (body: BodyInputOf<E>): Promise<DataOf<E>> => {
      try {
        const response = await call(endpoint, { body, ...(refusalIn !== undefined && { refusalIn }) });
        if (response === undefined) throw new ApiError("");
        return response.data;
      } catch (error) {
        // The session dialog is over the page: the form below shows no error of its own (R8.2).
        if (isSessionOver(error)) return await new Promise<never>(() => undefined);
        throw error;
      }
    },
  });
}
