import type { Endpoint } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { useChange } from "../api/queries.ts";
import { useShown } from "../api/shown-refusals.ts";

/** Without a response of the API; a superseded one has no sentence (R7.16). */
const hasNoReply = (error: Error | null): error is Error =>
  error !== null && error.message !== "" && !(error instanceof ApiError && error.code !== undefined);

/**
 * A change that operates switches: it is sent now or not at all. One that waits for the network would go out when it returns,
 * however late, and the server counts a deadline from its arrival. `note` says so of a press without a reply; `isOpening`: with
 * what else opens it.
 */
export function usePress<E extends Endpoint>(endpoint: E, { isOpening = false } = {}) {
  const [wasOffline, setOffline] = useState(false);
  const press = useChange(endpoint, {
    networkMode: "always",
    refusalIn: "card",
    // Of the moment of the press: one that was under way when the connection was lost may have arrived.
    onMutate: () => setOffline(!navigator.onLine),
  });
  const { error } = press;
  return {
    ...press,
    note: hasNoReply(error) && <NoReply error={error} wasOffline={wasOffline} isOpening={isOpening} />,
  };
}

interface NoReplyProps {
  readonly error: Error;
  readonly wasOffline: boolean;
  readonly isOpening: boolean;
}

function NoReply({ error, wasOffline, isOpening }: NoReplyProps) {
  const { t } = useTranslation();
  useShown(error);
  return (
    <p className="note" role="alert">
      {t(wasOffline ? "safety.press.offline" : "safety.press.noReply")}
      {isOpening && ` ${t("safety.noSwitches.emergency")}`}
    </p>
  );
}
