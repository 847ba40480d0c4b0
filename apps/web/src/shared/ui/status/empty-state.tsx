import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../api/api-error.ts";
import { useShown } from "../../api/shown-refusals.ts";
import { useOnline } from "../../base/use-online.ts";
import type { IconName } from "../content/icon.tsx";
import { Icon } from "../content/icon.tsx";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  /** Refusal of the server; its message is shown here instead of in a toast. */
  readonly error?: unknown;
  readonly children?: ReactNode;
}

/** An area without content: says why and offers what to do. */
export function EmptyState({ icon, title, text, error, children }: EmptyStateProps) {
  useShown(error);
  // That something was not found is said by the text already.
  const isSaid = text !== undefined && error instanceof ApiError && error.code === "A0404";
  return (
    <div className="empty-state">
      <Icon name={icon} />
      <strong>{title}</strong>
      {error instanceof ApiError && error.message !== "" && !isSaid && <p>{error.message}</p>}
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** An area whose data or code could not be loaded, with the reason and a retry. */
export function FailedState({
  error,
  onRetry,
  children,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const isSaid = error instanceof ApiError && error.message !== "";
  const text = isOnline ? t("state.failedText") : t("state.offlineText");
  return (
    <EmptyState
      icon={isOnline ? "warning" : "wifi"}
      title={t("state.failed")}
      error={error}
      {...(!(isSaid && isOnline) && { text })}
    >
      <button type="button" className="button" onClick={onRetry}>
        {t("action.retry")}
      </button>
      {children}
    </EmptyState>
  );
}

export function Skeleton({ width, height }: { width: string; height: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
