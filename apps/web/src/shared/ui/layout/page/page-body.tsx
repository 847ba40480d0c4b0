import type { ReactNode } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { FailedState, Skeleton } from "../../status/empty-state.tsx";
import { NoAccessState } from "../../status/no-access-state.tsx";
import type { PageHeadProps } from "./page-head.tsx";
import { PageHead } from "./page-head.tsx";

/** A query that the page waits for. */
interface Awaited {
  readonly data: unknown;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

interface PageBodyProps extends PageHeadProps {
  /** Until the query has data, the page shows that it is loading, failed, or is not permitted. */
  readonly awaited?: Awaited;
  readonly children: ReactNode;
}

/** A page of the console: head and content. */
export function PageBody({ awaited, children, ...head }: PageBodyProps) {
  return (
    <div
      className="page-body"
      aria-busy={awaited !== undefined && awaited.data === undefined && !awaited.isError}
    >
      <PageHead {...head} />
      {awaited === undefined || awaited.data !== undefined ? children : <Awaiting awaited={awaited} />}
    </div>
  );
}

/** Shows that something is loading, failed, or is not permitted. */
export function Awaiting({ awaited: { isError, error, refetch } }: { awaited: Awaited }) {
  if (!isError)
    return (
      <>
        <Skeleton width="100%" height="16rem" />
        <Skeleton width="100%" height="32rem" />
      </>
    );
  const isRefused = error instanceof ApiError && error.status === 403;
  return (
    <section className="card">
      {isRefused ? (
        <NoAccessState error={error} />
      ) : (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
    </section>
  );
}
