import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

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

/** A place whose data could not be read. */
export function FailedBlank({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Blank icon="warning" title={t("state.failed")} text={t("state.failedText")}>
      <button type="button" className="button" onClick={onRetry}>
        {t("action.retry")}
      </button>
    </Blank>
  );
}

export function Skeleton({ width, height }: { width: string; height: string }) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}
