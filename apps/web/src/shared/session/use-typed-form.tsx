import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect, useInsertionEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { sessionStore } from "../api/api.ts";
import { queryOf } from "../api/queries.ts";
import { createTypedForms } from "./typed-forms.ts";

const typedForms = createTypedForms(sessionStorage, sessionStore);

/**
 * Keeps a form through the end of its session: `typed` is what was typed in it, undefined for nothing. Gives the line
 * that offers what was kept, to stand over the form.
 */
export function useTypedForm<Form>(
  name: string,
  { typed, take }: { readonly typed: Form | undefined; readonly take: (form: Form) => void },
): ReactNode {
  const isAnonymous = sessionStore.read()?.isAnonymous === true;
  const { data: user } = useQuery({
    ...queryOf(endpoints.user.getUserInfo, undefined, { isQuiet: true }),
    enabled: !isAnonymous,
  });
  const accountId = user?.accountId;
  const [isAnswered, setIsAnswered] = useState(false);
  useEffect(() => {
    if (accountId !== undefined) typedForms.note(accountId, name, typed);
  }, [accountId, name, typed]);
  // Other effects rest while a kept page is hidden; what is typed on it counts until it is closed.
  useInsertionEffect(() => () => void typedForms.forget(name), [name]);
  const found =
    isAnswered || accountId === undefined
      ? undefined
      : (typedForms.find(accountId, name) as Form | undefined);
  if (found === undefined) return null;
  const answer = (): void => {
    typedForms.drop(name);
    setIsAnswered(true);
  };
  return (
    <TypedOffer
      onTake={() => {
        take(found);
        answer();
      }}
      onDrop={answer}
    />
  );
}

function TypedOffer({ onTake, onDrop }: { onTake: () => void; onDrop: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="frame-notice" role="status">
      {t("typed.text")}
      <button type="button" className="link-button" onClick={onTake}>
        {t("typed.take")}
      </button>
      <button type="button" className="link-button" onClick={onDrop}>
        {t("typed.drop")}
      </button>
    </div>
  );
}
