import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";

/**
 * `?unit=<deviceId>` opens one device of the plant: the list shows only this device, highlighted. Returns the device
 * that was requested last.
 */
export function useAskedUnit(stationId: string): string | undefined {
  const [params, setParams] = useSearchParams();
  const [marked, setMarked] = useState<string>();
  const asked = params.get("unit");
  const { data } = useQuery({
    ...queryOf(endpoints.device.get, { deviceId: asked ?? "" }),
    enabled: asked !== null,
  });
  useEffect(() => {
    if (asked === null || data?.deviceId !== asked || data.stationId !== stationId) return;
    setMarked(asked);
    const next = new URLSearchParams();
    next.set("search", data.sn);
    setParams(next, { replace: true });
    // After the page has been put at its top, as every newly opened address is.
    setTimeout(() => document.getElementById("units")?.scrollIntoView({ block: "start" }));
  }, [asked, data, stationId, setParams]);
  return marked;
}
