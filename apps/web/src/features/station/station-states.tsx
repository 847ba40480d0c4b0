import { Skeleton } from "../../shared/ui/status/empty-state.tsx";

export function StationSkeleton() {
  return (
    <div className="station" aria-busy="true">
      <Skeleton width="36rem" height="4.400rem" />
      <div className="station-top">
        <Skeleton width="100%" height="42rem" />
        <Skeleton width="100%" height="42rem" />
      </div>
      <Skeleton width="100%" height="34rem" />
    </div>
  );
}
