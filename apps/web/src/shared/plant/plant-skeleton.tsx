import { useShown } from "../api/shown-refusals.ts";
import { Skeleton } from "../ui/status/empty-state.tsx";

interface PlantSkeletonProps {
  /** Refusal that needs no words: the user has just deleted or left the plant. */
  readonly error?: unknown;
}

/** Placeholder of a plant's page until the plant is read, and until the page of one that was given up is closed. */
export function PlantSkeleton({ error }: PlantSkeletonProps) {
  useShown(error);
  return (
    <div className="plant-page" aria-busy="true">
      <Skeleton width="36rem" height="4.400rem" />
      <Skeleton width="64rem" height="3.6rem" />
      <Skeleton width="100%" height="42rem" />
      <Skeleton width="100%" height="34rem" />
    </div>
  );
}
