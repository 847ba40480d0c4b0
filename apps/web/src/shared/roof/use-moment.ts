import { useMemo } from "react";
import type { Scale } from "./colors.ts";
import { unitStates } from "./colors.ts";
import type { DayValues } from "./day-values.ts";
import type { Difference } from "./difference.ts";
import type { ExpectedPowers } from "./expected.ts";
import type { Layout } from "./geometry.ts";
import { readMoment } from "./paint.ts";
import { EXPECTED, fixedScale, peerScale } from "./scales.ts";
import type { LayoutAddress } from "./use-layout-address.ts";

const NO_SCALE: Scale = { from: 0, to: 1 };

const hasExpected = (expected: ExpectedPowers | undefined): expected is ExpectedPowers =>
  expected !== undefined && expected.from !== "none";

interface MomentInput {
  readonly layout: Layout;
  readonly values: DayValues | undefined;
  readonly revision: number;
  readonly address: LayoutAddress;
  /** What the units should give, where colours follow it. */
  readonly expected?: ExpectedPowers | undefined;
  /** Values of the day that is compared, and when they change. */
  readonly other?:
    | {
        readonly values: DayValues | undefined;
        readonly revision: number;
        readonly difference: Difference;
      }
    | undefined;
}

/** The moment of the address: values and states of all units, the scale of their colours, and how many are in each state. */
export function useMoment({ layout, values, revision, address, expected, other }: MomentInput) {
  const { value, minute } = address;
  const compare = other?.difference;
  const placed = useMemo(() => [...new Set(layout.cells.unit)], [layout]);
  const latest = Math.max(values?.lastStep ?? 0, 0);
  const asked = minute === undefined ? latest : Math.floor((minute * 60) / (values?.header.stepS ?? 300));
  const step = Math.min(asked, (values?.steps ?? 1) - 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports change the values in place
  const moment = useMemo(() => {
    if (values === undefined || (other !== undefined && other.values === undefined)) return undefined;
    const own = readMoment(values, value, step, layout.units.length);
    if (other?.values !== undefined) return other.difference.read(values, other.values, own);
    return hasExpected(expected) ? { ...own, shares: expected.readShares(values, own) } : own;
  }, [values, revision, value, step, layout, expected, other?.values, other?.revision]);
  // Not after every report: the colours of a day stay comparable while it is watched.
  const fixed = useMemo(
    () => (values === undefined ? NO_SCALE : fixedScale(values, value, placed)),
    [values, value, placed],
  );
  const toPeers = address.scale === "peers" && value !== "ratio";
  const scale = useMemo(() => {
    if (moment === undefined) return fixed;
    if (moment.isDifference) return compare?.scale(fixed, moment, toPeers ? placed : undefined) ?? fixed;
    if (moment.shares !== undefined) return EXPECTED;
    return toPeers ? (peerScale(moment.now, placed) ?? fixed) : fixed;
  }, [toPeers, moment, placed, fixed, compare]);
  const counts = useMemo(
    () =>
      unitStates.map((_, state) =>
        moment === undefined ? 0 : placed.filter((unit) => moment.states[unit] === state).length,
      ),
    [moment, placed],
  );
  return { step, moment, scale, counts };
}
