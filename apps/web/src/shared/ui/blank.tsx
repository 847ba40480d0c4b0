import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";
import { useOnline } from "./use-online.ts";

interface BlankProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** A place with nothing to show, saying why and what to do. */
export function Blank({ icon, title, text, children }: BlankProps) {
  return (
    <div className="blank">
      <Icon name={icon} />
      <strong>{title}</strong>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}

/** A place whose data or code could not be loaded. */
export function FailedBlank({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  return (
    <Blank
      icon={isOnline ? "warning" : "wifi"}
      title={t("state.failed")}
      text={isOnline ? t("state.failedText") : t("state.offlineText")}
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
