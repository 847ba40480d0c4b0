import { Skeleton } from "../ui/status/empty-state.tsx";

/** Placeholder of a plant's page until the plant is read. */
export function PlantSkeleton() {
  return (
    <div className="plant-page" aria-busy="true">
      <Skeleton width="36rem" height="4.400rem" />
      <Skeleton width="64rem" height="3.6rem" />
      <Skeleton width="100%" height="42rem" />
      <Skeleton width="100%" height="34rem" />
    </div>
  );
}
