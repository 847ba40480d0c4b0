import type { StationDetail } from "@heliograph/contract";

/** What a report is about: a plant, or without one all plants of the account. */
export interface Subject {
  readonly plant?: Pick<StationDetail, "stationId" | "name">;
  /** The latest day that a report can be about. */
  readonly today: string;
}
