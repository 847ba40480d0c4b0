import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { useShown } from "../api/shown-refusals.ts";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";
import { useOnline } from "./use-online.ts";

interface BlankProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  /** What the server refused: its sentence stands here instead of in a toast. */
  readonly error?: unknown;
  readonly children?: ReactNode;
}

/** A place with nothing to show, saying why and what to do. */
export function Blank({ icon, title, text, error, children }: BlankProps) {
  useShown(error);
  return (
    <div className="blank">
      <Icon name={icon} />
      <strong>{title}</strong>
      {error instanceof ApiError && error.message !== "" && <p>{error.message}</p>}
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** A place whose data or code could not be loaded, and why. */
export function FailedBlank({
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
    <Blank
      icon={isOnline ? "warning" : "wifi"}
      title={t("state.failed")}
      error={error}
      {...(!(isSaid && isOnline) && { text })}
    >
      <button type="button" className="button" onClick={onRetry}>
        {t("action.retry")}
      </button>
      {children}
    </Blank>
  );
}

export function Skeleton({ width, height }: { width: string; height: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
