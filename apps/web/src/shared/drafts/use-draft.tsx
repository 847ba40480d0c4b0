import { endpoints } from "virtual:endpoints";
import type { DraftForm } from "@heliograph/contract/draft-forms";
import { draftForms, isSecretName } from "@heliograph/contract/draft-forms";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useInsertionEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";
import { formatDateTime } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { useCachedPage } from "../routing/cached-page.ts";
import { sessionStore } from "../session/current-session.ts";
import type { DraftKey } from "./drafts.ts";
import { createDrafts } from "./drafts.ts";
import type { Typed } from "./typed-forms.ts";
import { createTypedForms } from "./typed-forms.ts";

export const drafts = createDrafts({
  forms: createTypedForms(sessionStorage, sessionStore),
  async send(key, typed, { isLeaving }) {
    // What is typed when the session is over stays in the tab.
    if (sessionStore.read() === undefined) throw new Error("no session");
    const { body, revision } = typed ?? { body: null, revision: undefined };
    await call(endpoints.draft.save, {
      body: { ...key, body, revision },
      keepalive: isLeaving,
      // The page says that there is no connection.
      ...(!navigator.onLine && { refusalIn: "caller" as const }),
    });
  },
  async read(key) {
    const found = (await call(endpoints.draft.get, { query: key }))?.data;
    if (!found) return undefined;
    return { body: found.body, revision: found.revision ?? undefined, at: Date.parse(found.savedAt) };
  },
});

addEventListener("pagehide", () => void drafts.flushAll({ isLeaving: true }));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") void drafts.flushAll({ isLeaving: true });
});

/** Forms of other calls hold nothing to keep: a password, a name typed to confirm. */
export const isDraftForm = (path: string): path is DraftForm =>
  (draftForms as readonly string[]).includes(path);

interface Form<Body> {
  /** Without one nothing is kept. */
  readonly form: DraftForm | undefined;
  /** The record that is edited. */
  readonly id?: string | undefined;
  readonly revision?: string | undefined;
  /** What is typed, undefined for nothing. Names of secrets are left out. */
  readonly typed: Body | undefined;
  /** Restores the input; `isStale` when the record has changed since. */
  readonly take: (typed: Body, how: { isStale: boolean }) => void;
}

/**
 * Keeps the input of a form that is not submitted: through a reload, on another device, and through the end of the
 * session (R8.2). `offer` is the line above the form that offers to restore it; until the user decides, new input is not
 * saved over it. `drop` deletes the draft once the form is submitted or discarded.
 */
export function useDraft<Body extends object>({
  form,
  id,
  revision,
  typed,
  take,
}: Form<Body>): {
  readonly offer: ReactNode;
  readonly drop: () => void;
} {
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const { data: user } = useQuery({
    ...queryOf(endpoints.user.getUserInfo),
    enabled: !isAnonymous && form !== undefined,
  });
  const accountId = user?.accountId;
  const { path: page } = useCachedPage();
  const key = useMemo<DraftKey | undefined>(
    () => (form === undefined ? undefined : { form, id }),
    [form, id],
  );
  const [found, setFound] = useState<Typed>();
  const isAsked = useRef(false);
  const text = typed === undefined ? undefined : JSON.stringify(typed, withoutSecrets);

  useEffect(() => {
    if (accountId === undefined || key === undefined || isAsked.current) return;
    isAsked.current = true;
    void drafts.find(accountId, key).then(setFound);
  }, [accountId, key]);
  useEffect(() => {
    if (accountId === undefined || key === undefined) return;
    const now = text === undefined ? undefined : { body: JSON.parse(text), revision, at: Date.now() };
    drafts.note(accountId, key, { typed: now, page });
  }, [accountId, key, text, revision, page]);
  // Other effects are unmounted while a cached page is hidden; its input is kept until the page is closed.
  useInsertionEffect(() => () => key && drafts.close(key), [key]);

  const drop = (): void => {
    if (key !== undefined) void drafts.drop(key);
  };
  if (found === undefined || key === undefined) return { offer: null, drop };
  const isStale = found.revision !== undefined && found.revision !== revision;
  const settle = (isTaken: boolean): void => {
    setFound(undefined);
    void drafts.settle(key, { isTaken });
  };
  const onTake = (): void => {
    take(found.body as Body, { isStale });
    settle(true);
  };
  const isTyped = text !== undefined;
  return {
    drop,
    offer: <Offer {...{ ...found, isStale, isTyped, onTake }} onDrop={() => settle(false)} />,
  };
}

const withoutSecrets = (name: string, value: unknown): unknown => (isSecretName(name) ? undefined : value);

interface OfferProps {
  readonly at: number;
  readonly isStale: boolean;
  /** Something else is typed in the form already. */
  readonly isTyped: boolean;
  readonly onTake: () => void;
  readonly onDrop: () => void;
}

function Offer({ at, isStale, isTyped, onTake, onDrop }: OfferProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div className="frame-notice" role="status">
      <span>
        {t("typed.text", { when: formatDateTime(at, zone, tag) })}
        {isStale && ` ${t("typed.stale")}`}
        {isTyped && ` ${t("typed.waits")}`}
      </span>
      <button type="button" className="link-button" onClick={onTake}>
        {t("typed.take")}
      </button>
      <button type="button" className="link-button" onClick={onDrop}>
        {t("typed.drop")}
      </button>
    </div>
  );
}
