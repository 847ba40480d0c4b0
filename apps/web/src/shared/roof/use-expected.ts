import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryOf } from "../api/queries.ts";
import { ExpectedPowers } from "./expected.ts";
import type { Layout } from "./geometry.ts";
import { listScaleKinds } from "./scales.ts";
import type { LayoutAddress } from "./use-layout-address.ts";

interface ExpectedQuery {
  readonly plant: StationDetail;
  readonly layout: Layout;
  readonly address: LayoutAddress;
}

/** What the units should give over the day of the address, read while colours follow it; undefined otherwise. */
export function useExpected({ plant, layout, address }: ExpectedQuery): ExpectedPowers | undefined {
  const { value, scale, other } = address;
  const isShown = scale === "expected" && other === undefined && listScaleKinds(value).includes(scale);
  const query = { stationId: plant.stationId, day: address.day ?? plant.today };
  const { data } = useQuery({ ...queryOf(endpoints.layout.expected, query), enabled: isShown });
  const capacityKwp = plant.installedCapacityKwp;
  return useMemo(
    () => (isShown && data !== undefined ? new ExpectedPowers(data, layout, capacityKwp) : undefined),
    [isShown, data, layout, capacityKwp],
  );
}
