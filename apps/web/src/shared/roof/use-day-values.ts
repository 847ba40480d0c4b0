import { endpoints } from "virtual:endpoints";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { useEffect, useMemo, useReducer, useState } from "react";
import { queryOf } from "../api/queries.ts";
import { useQueryWithPrevious } from "../api/use-query-with-previous.ts";
import { useLive } from "../live/live.ts";
import { useThrottled } from "../live/use-throttled.ts";
import type { LiveValues } from "./day-values.ts";
import { DayValues } from "./day-values.ts";
import type { Layout } from "./geometry.ts";
import { findPeers } from "./peers.ts";
import { readDayFile } from "./read-day-file.ts";

/** Reports are drawn at most this often. */
const REDRAW_MS = 1_000;

interface Decoded {
  readonly blob: Blob;
  readonly file: DayPlanes;
}

async function decode(blob: Blob): Promise<Decoded> {
  return { blob, file: await readDayFile(blob) };
}

interface DayQuery {
  readonly stationId: string;
  /** Undefined: none is read. */
  readonly day: string | undefined;
  readonly isToday: boolean;
  readonly layout: Layout;
}

/**
 * Values of all units over a day: the day file, and for today what units report while the page is open. `failure` is why the file
 * that arrived cannot be read.
 */
export function useDayValues({ stationId, day, isToday, layout }: DayQuery) {
  const query = useQueryWithPrevious({
    ...queryOf(endpoints.layout.day, { stationId, day: day ?? "" }),
    enabled: day !== undefined,
  });
  const [decoded, setDecoded] = useState<Decoded>();
  const [failure, setFailure] = useState<unknown>();
  const [revision, redraw] = useReducer((count: number) => count + 1, 0);
  const blob = query.data;
  useEffect(() => {
    setFailure(undefined);
    if (blob === undefined) return;
    let isCurrent = true;
    decode(blob).then(
      (next) => isCurrent && setDecoded(next),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [blob]);
  const units = useMemo(
    () => ({
      keys: layout.units.map(({ key }) => key),
      ratedPowersW: layout.units.map(({ ratedPowerW }) => ratedPowerW),
      peers: findPeers(layout),
    }),
    [layout],
  );
  const isRead = day !== undefined;
  const values = useMemo(
    () => (isRead && decoded !== undefined ? new DayValues(decoded.file, units, isToday) : undefined),
    [isRead, decoded, units, isToday],
  );
  const indexes = useMemo(
    () => new Map(layout.units.map(({ deviceId }, unit) => [deviceId, unit])),
    [layout],
  );
  const drawLater = useThrottled(redraw, REDRAW_MS);
  useLive(`plant:${stationId}`, (message) => {
    if (message.type !== "units" || !isToday || values === undefined) return;
    for (const unit of message.units) {
      const index = indexes.get(unit.deviceId);
      const step = values.stepAt(Date.parse(unit.at));
      if (index !== undefined && step !== undefined) values.apply(index, step, toLiveValues(unit));
    }
    drawLater();
  });
  return { values, revision, query, failure };
}

interface ReportedUnit {
  readonly powerW: number | null;
  readonly inputVoltageV: number | null;
  readonly inputCurrentA: number | null;
  readonly outputVoltageV: number | null;
  readonly outputCurrentA: number | null;
  readonly temperatureC: number | null;
  readonly signalDbm: number | null;
  readonly isClosed: boolean | null;
}

/** Voltage and current of the input, else the output, as in the day file. */
const toLiveValues = (unit: ReportedUnit): LiveValues => ({
  powerW: unit.powerW,
  voltageV: unit.inputVoltageV ?? unit.outputVoltageV,
  currentA: unit.inputCurrentA ?? unit.outputCurrentA,
  temperatureC: unit.temperatureC,
  signalDbm: unit.signalDbm,
  isClosed: unit.isClosed,
});
