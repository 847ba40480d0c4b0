/** Parts of a system, in the order of the numbers in the drawing. */
export type Part = "module" | "opt" | "rsd" | "mcon" | "inverter" | "dcon" | "server" | "console";

export type KindId = "R" | "MR" | "MRO";

export interface Kind {
  readonly id: KindId;
  readonly path: string;
  /** The same in every language (R2.4). */
  readonly title: string;
  readonly parts: readonly Part[];
}

const behind = ["inverter", "dcon", "server", "console"] as const;

/** The three kinds of roof electronics (R2.20). */
export const kinds: readonly Kind[] = [
  { id: "R", path: "/mobile/solutionR", title: "RSD", parts: ["module", "rsd", ...behind] },
  { id: "MR", path: "/mobile/solutionMR", title: "MCON + RSD", parts: ["module", "rsd", "mcon", ...behind] },
  {
    id: "MRO",
    path: "/mobile/solutionMRO",
    title: "MCON + RSD + OPT",
    parts: ["module", "opt", "rsd", "mcon", ...behind],
  },
];

export const leafletPath = "/mobile/foldout";

/** Limits of NEC 690.12(B), and what the units' settings allow (design figures of the device models). */
export const limits = { timeS: 30, outsideV: 30, insideV: 80, opensFromS: 5, opensToS: 20 } as const;
