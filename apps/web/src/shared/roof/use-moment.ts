import { useMemo } from "react";
import type { Scale } from "./colors.ts";
import { unitStates } from "./colors.ts";
import type { DayValues } from "./day-values.ts";
import type { Layout } from "./geometry.ts";
import { readMoment } from "./paint.ts";
import { fixedScale, peerScale } from "./scales.ts";
import type { LayoutAddress } from "./use-layout-address.ts";

const NO_SCALE: Scale = { from: 0, to: 1 };

interface MomentInput {
  readonly layout: Layout;
  readonly values: DayValues | undefined;
  readonly revision: number;
  readonly address: LayoutAddress;
}

/** The moment of the address: values and states of all units, the scale of their colours, and how many are in each state. */
export function useMoment({ layout, values, revision, address }: MomentInput) {
  const { value, minute } = address;
  const placed = useMemo(() => [...new Set(layout.cells.unit)], [layout]);
  const latest = Math.max(values?.lastStep ?? 0, 0);
  const asked = minute === undefined ? latest : Math.floor((minute * 60) / (values?.header.stepS ?? 300));
  const step = Math.min(asked, (values?.steps ?? 1) - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports change the values in place
  const moment = useMemo(
    () => values && readMoment(values, value, step, layout.units.length),
    [values, revision, value, step, layout],
  );
  // Not after every report: the colours of a day stay comparable while it is watched.
  const fixed = useMemo(
    () => (values === undefined ? NO_SCALE : fixedScale(values, value, placed)),
    [values, value, placed],
  );
  const toPeers = address.scale === "peers" && value !== "ratio" && moment !== undefined;
  const scale = useMemo(
    () => (toPeers && moment !== undefined ? (peerScale(moment.now, placed) ?? fixed) : fixed),
    [toPeers, moment, placed, fixed],
  );
  const counts = useMemo(
    () =>
      unitStates.map((_, state) =>
        moment === undefined ? 0 : placed.filter((unit) => moment.states[unit] === state).length,
      ),
    [moment, placed],
  );
  return { step, moment, scale, counts };
}
