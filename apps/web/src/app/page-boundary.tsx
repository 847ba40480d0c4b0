import type { ReactNode } from "react";
import { Component, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOnline } from "../shared/base/use-online.ts";
import { LoadError, renewFailedParts } from "../shared/routing/lazy-part.tsx";
import { reloadAfterUpdate } from "../shared/routing/new-release.ts";
import { EmptyState, FailedState } from "../shared/ui/status/empty-state.tsx";

interface Failure {
  readonly error: unknown;
  readonly wasOnline: boolean;
}

interface State {
  readonly failure: Failure | undefined;
  /** Retries at this address. */
  readonly retries: number;
}

/** Catches render errors of a page; another page renders normally, and code that failed to load is requested again. */
export class PageBoundary extends Component<{ address: string; children: ReactNode }, State> {
  override state: State = { failure: undefined, retries: 0 };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error, wasOnline: navigator.onLine } };
  }

  override componentDidUpdate(before: { address: string }): void {
    if (this.state.failure === undefined || before.address === this.props.address) return;
    renewFailedParts();
    this.setState({ failure: undefined, retries: 0 });
  }

  private readonly retry = (): void => {
    // Some browsers remember for the life of a page that a module could not be loaded.
    if (this.state.retries > 0 && navigator.onLine) {
      location.reload();
      return;
    }
    renewFailedParts();
    this.setState(({ retries }) => ({ failure: undefined, retries: retries + 1 }));
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    return (
      <div>
        {failure.error instanceof LoadError ? (
          <NotLoadedPage wasOnline={failure.wasOnline} onRetry={this.retry} />
        ) : (
          <BrokenPage />
        )}
      </div>
    );
  }
}

/**
 * A page whose code did not arrive: it is requested again when the connection is back, and on demand.
 * After an update of the server the code is gone, and the console is loaded anew.
 */
function NotLoadedPage({ wasOnline, onRetry }: { wasOnline: boolean; onRetry: () => void }) {
  const isOnline = useOnline();
  const before = useRef(wasOnline);
  const [isChecking, setIsChecking] = useState(true);
  useEffect(() => {
    // Also after a reload that a question about unsaved input has stopped.
    const show = () => setIsChecking(false);
    void reloadAfterUpdate().then(show, show);
  }, []);
  useEffect(() => {
    if (isOnline && !before.current) onRetry();
    before.current = isOnline;
  }, [isOnline, onRetry]);
  if (isChecking) return null;
  return (
    <FailedState error={undefined} onRetry={onRetry}>
      <HomeLink />
    </FailedState>
  );
}

function BrokenPage() {
  const { t } = useTranslation();
  return (
    <EmptyState icon="warning" title={t("state.broken")} text={t("state.brokenText")}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t("action.reload")}
      </button>
      <HomeLink />
    </EmptyState>
  );
}

function HomeLink() {
  const { t } = useTranslation();
  return (
    <a className="button" href="#/home">
      {t("action.toHome")}
    </a>
  );
}
