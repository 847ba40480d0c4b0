import { expect, test } from "vitest";

interface View {
  readonly state: string;
  readonly evidenceAge?: string;
  readonly recentForMs?: number | null;
  readonly lastMeasuredAt: string | null;
}

// The page is served as it is, without types.
const { readEvidence } = (await import(new URL("./evidence.js", import.meta.url).href)) as {
  readEvidence(view: View, read: { elapsedMs: number; isStale: boolean }): string;
};

const view: View = {
  ...{
    state: "shut-down",
    evidenceAge: "recent",
    recentForMs: 20_000,
    lastMeasuredAt: "2026-05-01T10:00:30Z",
  },
};
const read = (change: Partial<View>, elapsedMs = 0, isStale = false) =>
  readEvidence({ ...view, ...change }, { elapsedMs, isStale });

test("a plant that is shut down is safe only while each proof is recent", () => {
  expect(read({}, 19_999)).toBe("safe");
  expect(read({}, 20_000)).toBe("earlier");
  expect(read({}, 0, true)).toBe("earlier");
  expect(read({ evidenceAge: "old" })).toBe("earlier");
  expect(read({ recentForMs: null })).toBe("earlier");
  // Kept by an earlier version of the page.
  expect(read({ evidenceAge: undefined, recentForMs: undefined } as never)).toBe("earlier");
});

test("a proof from before dark is named as such, unless its page is old itself", () => {
  expect(read({ evidenceAge: "dark", recentForMs: null })).toBe("dark");
  expect(read({ evidenceAge: "dark", recentForMs: null }, 0, true)).toBe("earlier");
});

test("nothing that is not shut down as a whole is safe", () => {
  expect(read({ state: "partly-shut-down" })).toBe("unsafe");
  expect(read({ state: "normal", evidenceAge: "none", recentForMs: null, lastMeasuredAt: null })).toBe(
    "unsafe",
  );
  expect(read({ state: "released" })).toBe("unsafe");
});
