import type { CurrentMaintenance } from "@heliograph/contract";
import { expect, it } from "vitest";
import { createMaintenanceWatch, nextAskMs } from "./maintenance-watch.ts";

const noon = Date.parse("2026-06-01T12:00:00Z");
const iso = (ms: number): string => new Date(noon + ms).toISOString();

function makeCurrent(
  phase: CurrentMaintenance["phase"],
  ...times: readonly (readonly [stop: number, restart: number])[]
): CurrentMaintenance {
  return {
    phase,
    backAt: phase === "running" ? iso(times[0]?.[1] ?? 0) : null,
    popUps: times.map(([stop, restart], index) => ({
      maintenanceId: `00000000-0000-4000-8000-00000000000${index}`,
      version: 1,
      phase: stop <= 0 ? "running" : "announced",
      previewAt: iso(-1_000),
      serviceStopAt: iso(stop),
      serviceRestartAt: iso(restart),
    })),
  };
}

const none = makeCurrent("none");

function watched(replies: (CurrentMaintenance | undefined | Promise<CurrentMaintenance>)[]) {
  const waits: { ms: number; then: () => void }[] = [];
  const kinds: string[] = [];
  let kind: "web" | "app" = "web";
  const watch = createMaintenanceWatch({
    async ask(asked) {
      kinds.push(asked);
      const current = await replies.shift();
      if (current === undefined) throw new Error("away");
      return { current, serverNow: noon };
    },
    readKind: () => kind,
    wait(ms, then) {
      const one = { ms, then };
      waits.push(one);
      return () => waits.splice(waits.indexOf(one), waits.includes(one) ? 1 : 0);
    },
  });
  const heard: (string | undefined)[] = [];
  const listen = () => watch.subscribe(() => heard.push(watch.read()?.phase));
  return { watch, waits, kinds, heard, listen, setKind: (next: "web" | "app") => (kind = next) };
}

const settle = () => new Promise((done) => setImmediate(done));

it("requests again at the instant the service stops or is back, otherwise at the usual interval [R4.15]", () => {
  expect(nextAskMs(none, noon)).toBe(60_000);
  expect(nextAskMs(makeCurrent("announced", [30_000, 90_000]), noon)).toBe(30_250);
  expect(nextAskMs(makeCurrent("announced", [3_600_000, 7_200_000]), noon)).toBe(60_000);
  expect(nextAskMs(makeCurrent("running", [-1_000, 4_000]), noon)).toBe(4_250);
  expect(nextAskMs(makeCurrent("running", [-1_000, 3_600_000]), noon)).toBe(10_000);
});

it("requests only while it has subscribers, and notifies them only of changes", async () => {
  const { watch, waits, kinds, heard, listen } = watched([none, none, makeCurrent("running", [0, 50_000])]);
  await settle();
  expect(kinds).toEqual([]);
  const leave = listen();
  await settle();
  expect([heard, waits.map(({ ms }) => ms)]).toEqual([["none"], [60_000]]);
  waits[0]?.then();
  await settle();
  await watch.askNow();
  expect([heard, waits.map(({ ms }) => ms)]).toEqual([["none", "running"], [10_000]]);
  leave();
  expect(waits).toEqual([]);
});

it("keeps the known state while the server does not respond, and keeps requesting", async () => {
  const { heard, waits, listen } = watched([makeCurrent("running", [0, 5_000]), undefined, none]);
  listen();
  await settle();
  waits[0]?.then();
  await settle();
  expect([heard, waits.at(-1)?.ms]).toEqual([["running"], 10_000]);
  waits.at(-1)?.then();
  await settle();
  expect(heard).toEqual(["running", "none"]);
});

it("ignores a late response to an earlier request, and requests the current kind", async () => {
  const late = Promise.withResolvers<CurrentMaintenance>();
  const { watch, heard, kinds, listen, setKind } = watched([
    late.promise,
    makeCurrent("announced", [9_000, 10_000]),
  ]);
  listen();
  setKind("app");
  await watch.askNow();
  late.resolve(none);
  await settle();
  expect([kinds, heard]).toEqual([["web", "app"], ["announced"]]);
});
