import { endpoints } from "virtual:endpoints";
import type { LayoutDraft } from "@heliograph/contract";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { isSameLayout } from "./diff.ts";
import { createLocalCopies } from "./local-copy.ts";

/** A draft is saved when nothing has changed for this long. */
const STILL_MS = 1_200;
/** A draft that could not be saved is sent again after this time. */
const RETRY_MS = 10_000;

export const localCopies = createLocalCopies(localStorage);

export type SavingState =
  | { readonly kind: "saved"; readonly at: number | undefined }
  | { readonly kind: "changed" }
  | { readonly kind: "saving" }
  /** Not reached: the changes are on this device. */
  | { readonly kind: "offline"; readonly error: ApiError }
  | { readonly kind: "refused"; readonly error: ApiError }
  /** Someone else has saved, published or discarded the draft. */
  | { readonly kind: "conflict"; readonly error: ApiError };

interface DraftSaving {
  readonly stationId: string;
  readonly accountId: string;
  readonly layout: LayoutDraft;
  /** The layout and the revision that the server has. */
  readonly saved: { readonly layout: LayoutDraft; readonly revision: number | null };
}

/** Saves the layout while it is edited, on this device immediately and on the server shortly after. */
export function useDraftSaving({ stationId, accountId, layout, saved }: DraftSaving) {
  const server = useRef(saved);
  const [state, setState] = useState<SavingState>({ kind: "saved", at: undefined });
  const sending = useRef<Promise<boolean>>(undefined);
  const latest = useRef(layout);
  latest.current = layout;
  /** Sent without a reply: the server may have one of them. */
  const unconfirmed = useRef(new Set<LayoutDraft>());

  function confirm(sent: LayoutDraft, { revision, savedAt }: { revision: number; savedAt: string }): void {
    server.current = { layout: sent, revision };
    unconfirmed.current.clear();
    if (latest.current === sent) {
      localCopies.remove(accountId, stationId);
      setState({ kind: "saved", at: Date.parse(savedAt) });
    } else setState({ kind: "changed" });
  }

  /** Whether the server's draft is one of this editor's own whose reply was lost; it continues from there. */
  async function confirmLostReply(): Promise<boolean> {
    if (unconfirmed.current.size === 0) return false;
    const response = await call(endpoints.layout.editor, { query: { stationId }, refusalIn: "card" });
    const draft = response?.data.draft;
    if (draft?.isOwn !== true) return false;
    const own = [...unconfirmed.current].find((each) => isSameLayout(each, draft.layout));
    if (own !== undefined) confirm(own, draft);
    return own !== undefined;
  }

  async function send(): Promise<boolean> {
    const sent = latest.current;
    if (sent === server.current.layout) return true;
    setState({ kind: "saving" });
    try {
      const { revision } = server.current;
      const response = await call(endpoints.layout.saveDraft, {
        body: { stationId, revision, layout: sent },
        refusalIn: "card",
      });
      if (response === undefined) return false;
      confirm(sent, response.data);
      return true;
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind === "offline") unconfirmed.current.add(sent);
      if (failure.kind === "conflict" && (await confirmLostReply().catch(toNoReply))) return await send();
      setState(failure);
      return false;
    }
  }

  /** Saves what is not saved, one call after the other; false when that is not possible now. */
  async function flush(): Promise<boolean> {
    while (sending.current !== undefined) await sending.current;
    sending.current = send().finally(() => {
      sending.current = undefined;
    });
    return await sending.current;
  }
  // Which version continues is the user's choice: until then nothing is sent.
  const flushLater = useEffectEvent(() => {
    if (state.kind !== "conflict") void flush();
  });

  useEffect(() => {
    if (layout === server.current.layout) return;
    localCopies.write(accountId, stationId, {
      revision: server.current.revision,
      layout,
      at: Date.now(),
    });
    setState((before) => (before.kind === "conflict" ? before : { kind: "changed" }));
    const timer = setTimeout(() => flushLater(), STILL_MS);
    return () => clearTimeout(timer);
  }, [layout, accountId, stationId]);

  const isOffline = state.kind === "offline";
  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(() => flushLater(), RETRY_MS);
    const onOnline = (): void => flushLater();
    addEventListener("online", onOnline);
    return () => {
      clearInterval(timer);
      removeEventListener("online", onOnline);
    };
  }, [isOffline]);

  return {
    state,
    flush,
    readRevision: () => server.current.revision,
    /** Continues from what the server has now. */
    rebase(next: DraftSaving["saved"]): void {
      server.current = next;
      setState({ kind: next.layout === latest.current ? "saved" : "changed", at: undefined });
      if (next.layout === latest.current) localCopies.remove(accountId, stationId);
    },
  };
}

function toFailure(error: unknown): SavingState {
  if (!(error instanceof ApiError)) throw error;
  if (error.code === "A0440") return { kind: "conflict", error };
  return { kind: error.code === undefined ? "offline" : "refused", error };
}

/** Without a reply about the draft, the conflict remains. */
function toNoReply(error: unknown): false {
  if (!(error instanceof ApiError)) throw error;
  return false;
}
