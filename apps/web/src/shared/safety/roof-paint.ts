import type { SafetyUnit } from "@heliograph/contract";
import type { Palette } from "../roof/colors.ts";
import {
  ASLEEP,
  bucketOfState,
  createShades,
  LIGHT_FROM,
  luminance,
  NO_DATA,
  SHUT,
  ZERO,
} from "../roof/colors.ts";
import type { Geometry, Layout } from "../roof/geometry.ts";
import { isEarlier } from "./evidence-age.ts";

/** What the roof shows of a unit's switch; each has a colour and a mark of its own. */
export const roofStates = ["open", "old", "closed", "timeout", "dark", "waiting"] as const;
type RoofState = (typeof roofStates)[number];

/**
 * Marks are those of the roof's states: a cross for open, none for closed, a bar for timed out, a dot for dark, a slash. What was proven
 * earlier has an upright bar.
 */
export const BUCKETS_OF_STATE: Readonly<Record<RoofState, number>> = {
  open: bucketOfState(SHUT),
  closed: 0,
  old: 1,
  timeout: bucketOfState(ZERO),
  dark: bucketOfState(ASLEEP),
  waiting: bucketOfState(NO_DATA),
};

/** The worst first: a group that is drawn as one area shows the worst of its units. */
const WORST_FIRST: Readonly<Record<"shutdown" | "reset", readonly RoofState[]>> = {
  shutdown: ["closed", "timeout", "waiting", "old", "dark", "open"],
  reset: ["timeout", "open", "old", "waiting", "dark", "closed"],
};

export function roofStateOf({
  state,
  isDark,
  evidence,
}: Pick<SafetyUnit, "state" | "isDark" | "evidence">): RoofState {
  if (state === "open") return evidence === "recent" ? "open" : "old";
  if (state !== "unknown") return state;
  return isDark ? "dark" : "waiting";
}

/** Colours of the roof, where a closed unit carries voltage and a unit that timed out is a fault. */
export function toSafetyPalette(palette: Palette, readToken: (name: string) => string): Palette {
  const fills = [...palette.fills];
  fills[BUCKETS_OF_STATE.closed] = readToken("--amber");
  fills[BUCKETS_OF_STATE.timeout] = readToken("--fault");
  // Between what is proven and the ground: it was proven, and is not now.
  const [, old] = createShades([readToken("--shut"), palette.ground], 3);
  fills[BUCKETS_OF_STATE.old] = old!;
  const isDark = [...palette.isDark];
  isDark[BUCKETS_OF_STATE.old] = luminance(old!) < LIGHT_FROM;
  isDark[BUCKETS_OF_STATE.closed] = false;
  isDark[BUCKETS_OF_STATE.timeout] = true;
  return { ...palette, fills, isDark, marks: [[BUCKETS_OF_STATE.old, [[0, -0.3, 0, 0.3]]]] };
}

interface PaintedRoof {
  /** By cell; undefined where no unit with a switch is. */
  readonly units: readonly (SafetyUnit | undefined)[];
  readonly buckets: Uint8Array;
  readonly groups: readonly { readonly proven: number; readonly units: number; readonly bucket: number }[];
}

/** The state of every module of a layout in an operation. */
export function paintRoof(
  layout: Layout,
  geometry: Geometry,
  { kind, units }: { readonly kind: "shutdown" | "reset"; readonly units: readonly SafetyUnit[] },
): PaintedRoof {
  const bySn = new Map(units.map((unit) => [unit.sn, unit]));
  const ofCells = Array.from(geometry.unit, (index) => bySn.get(layout.units[index]?.sn ?? ""));
  const states = ofCells.map((unit) => (unit === undefined ? undefined : roofStateOf(unit)));
  const wanted = kind === "shutdown" ? "open" : "closed";
  const groups = geometry.groups.map((_, group) => {
    const own = new Map(
      ofCells.flatMap((unit, cell) => (unit && geometry.group[cell] === group ? [[unit.sn, unit]] : [])),
    );
    const found = new Set([...own.values()].map(roofStateOf));
    const worst = WORST_FIRST[kind].find((state) => found.has(state)) ?? "waiting";
    return {
      proven: [...own.values()].filter((unit) => unit.state === wanted && !isEarlier(unit)).length,
      units: own.size,
      bucket: BUCKETS_OF_STATE[worst],
    };
  });
  return {
    units: ofCells,
    buckets: Uint8Array.from(states, (state) => BUCKETS_OF_STATE[state ?? "waiting"]),
    groups,
  };
}
