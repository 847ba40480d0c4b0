import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { findBrokenRow } from "../../src/modules/devices/safety/ledger.repository.ts";
import { createSeededRandom } from "../random.ts";
import type { Moment, Press } from "./moments.ts";
import { momentsOf } from "./moments.ts";
import type { Plant, Shown } from "./plant.ts";
import { createPressedPlant } from "./plant.ts";
import type { Stage, Target } from "./stage.ts";

/** A press whose path one target does not survive. */
export interface Kill {
  readonly seed: number;
  readonly target: Target;
  readonly press: Press;
  readonly moment: Moment;
  /** The target comes back after the deadline of the press. */
  readonly isLate: boolean;
  /** The clock is not set forward. */
  readonly isReal: boolean;
}

export interface Outcome extends Kill {
  /** What must never happen, and did. */
  readonly violations: readonly string[];
  /** The state shown at last. */
  readonly state: string | undefined;
  readonly closes: number;
}

const READ_EVERY_MS = 150;
/** How far the clock is set forward between two reads. */
const STEP_MS = 2_000;
/** Without real time, timers are so many times faster: the clock goes forward as far for each of them as before. */
const PACE = 5;
const LATE_MS = 120_000;
const LATE_REAL_MS = 65_000;
/** Reads that the server answered, after which a state that has not come never will. */
const MAX_READS = 400;
const MAX_READS_REAL = 1_500;
/** Reads of a plant after its reset has ended: what comes late comes then. */
const READS_AFTER = 10;
/** Only ends a wait for what never comes. */
const PATIENCE_MS = 300_000;
/** Rights are read twice a second. */
const RIGHTS_MS = 1_500;

/** The kill of a seed: every moment in turn, on either press. */
export function planKill(seed: number, target: Target, isReal = false): Kill {
  const random = createSeededRandom(seed);
  const press: Press = seed % 2 === 0 ? "reset" : "stop";
  const moments = momentsOf(press);
  const moment = moments[Math.floor(seed / 2) % moments.length] as Moment;
  return { seed, target, press, moment, isLate: press === "reset" && random() < 0.5, isReal };
}

/** Compares what is shown with the roof, which was like `before` when it was asked for. */
function findFalseEvidence(plant: Plant, shown: Shown, before: ReadonlyMap<string, boolean>): string[] {
  const isOpen = mapRoof(plant);
  const wasOpen = (sn: string) => before.get(sn) === true || isOpen.get(sn) === true;
  // While a reset is under way a unit is shown as in its last report, which it may have sent before it closed.
  const judged = shown.state === "resetting" ? [] : shown.units;
  const found = judged
    .filter(({ sn, state }) => state === "open" && !wasOpen(sn))
    .map(({ sn }) => `${sn} is shown open and is closed`);
  if (shown.state === "shut-down" && ![...isOpen.keys()].every(wasOpen))
    found.push("the plant is shown shut down and is not");
  return found;
}

/** Units by serial number, and whether each is open. */
const mapRoof = ({ roofs }: Plant): Map<string, boolean> =>
  new Map(
    roofs.flatMap((roof) => roof.isOpen().map((is, at): [string, boolean] => [`${roof.sn}-U${at + 1}`, is])),
  );

/** Presses, kills, brings back, and reads on until the plant is in an end state; returns what must never happen and did. */
export async function checkKill(stage: Stage, kill: Kill): Promise<Outcome> {
  const { seed, target, press, moment, isLate, isReal } = kill;
  const { control } = stage;
  control.setPace(isReal ? 1 : PACE);
  const random = createSeededRandom(seed);
  const plant = await createPressedPlant(stage, random);
  const violations = new Set<string>();
  const maxReads = isReal ? MAX_READS_REAL : MAX_READS;
  let state: string | undefined;

  /** Reads what the screen shows, whose claims must be true, until it is one of these states. */
  async function readUntil(isWanted: (shown: Shown) => boolean, maxCount = maxReads): Promise<boolean> {
    for (let reads = 0; reads < maxCount; ) {
      const before = mapRoof(plant);
      const shown = await plant.read();
      if (shown) {
        reads += 1;
        state = shown.state;
        for (const violation of findFalseEvidence(plant, shown, before)) violations.add(violation);
        if (isWanted(shown)) return true;
      }
      await wait(control.pace(READ_EVERY_MS));
      if (!isReal) control.advance(STEP_MS);
    }
    return false;
  }

  async function pressUntilAccepted(which: Press, key: string): Promise<boolean> {
    const endsAt = performance.now() + PATIENCE_MS;
    while (!(await plant.press(which, key))) {
      if (performance.now() > endsAt) return false;
      await wait(control.pace(READ_EVERY_MS));
    }
    return true;
  }

  async function waitUntilPassed(): Promise<void> {
    const endsAt = performance.now() + PATIENCE_MS;
    while (!control.isPassed()) {
      if (performance.now() > endsAt) return void violations.add(`${moment} never came`);
      await wait(5);
    }
  }

  async function pressAndKill(key: string): Promise<boolean> {
    if (moment === "journal") {
      await wait(control.pace(RIGHTS_MS));
      await stage.postgres.kill("SIGKILL");
    }
    control.arm({ moment, press, pids: stage.pidsOf(target) });
    const pressing = plant.press(press, key);
    await waitUntilPassed();
    if (target === "gateway") for (const roof of plant.roofs) roof.cutPower();
    const isAccepted = await pressing;
    control.disarm();
    return isAccepted;
  }

  async function bringBack(): Promise<void> {
    if (isLate && isReal) await wait(LATE_REAL_MS);
    else if (isLate) {
      // What is on its way at the kill was not sent after the deadline.
      for (const roof of plant.roofs) roof.cutPower();
      control.advance(LATE_MS);
    } else await wait(control.pace(random() * 500));
    if (moment === "journal" && target !== "postgres") await stage.revive("postgres");
    await stage.revive(target);
    for (const roof of plant.roofs) roof.givePower();
  }

  const shutDown = (shown: Shown) => shown.state === "shut-down";
  try {
    for (const roof of plant.roofs) roof.givePower();
    await plant.untilReady((count) => count === plant.roofs.length);
    // A gateway that is offline at the press receives the command later.
    if (press === "stop" && random() < 0.5) {
      plant.roofs[0]?.cutPower();
      await plant.untilReady((count) => count < plant.roofs.length);
    }
    if (press === "reset") {
      await pressUntilAccepted("stop", randomUUID());
      if (!(await readUntil(shutDown))) violations.add("the plant is not shut down before the reset");
      // The clock was set forward while reports were on their way, so that the gateways' clocks seemed to be wrong.
      await plant.untilReady((count) => count === plant.roofs.length);
    }
    const key = randomUUID();
    const isAccepted = await pressAndKill(key);
    await bringBack();
    // A person without a response presses again, unless it is too late for it.
    if (!isAccepted && !isLate && !(await pressUntilAccepted(press, key)))
      violations.add("the press is not accepted after the kill");
    if (press === "stop" || !((await plant.countOperations(key)) > 0)) {
      if (!(await readUntil(shutDown))) violations.add("a held unit was not told until it was proven");
    } else {
      const ends = ["normal", "partly-reset", "reset-timed-out"];
      if (!(await readUntil((shown) => ends.includes(shown.state))))
        violations.add("the reset comes to no end");
      await plant.untilReady((count) => count === plant.roofs.length);
      await readUntil(() => false, READS_AFTER);
      if (state === "normal" && [...mapRoof(plant).values()].some(Boolean))
        violations.add("the plant is shown in normal operation, and a unit is open");
    }
    if ((await plant.countOperations(key)) > 1) violations.add("one press became two");
    for (const roof of plant.roofs) {
      if (roof.countCloses() > 1) violations.add("a reset had two effects");
      if (roof.countLateCloses() > 0) violations.add("a reset came after its deadline");
    }
    if ((await findBrokenRow(stage.database.db, plant.id)) !== null) violations.add("the ledger is broken");
  } finally {
    control.disarm();
    await plant.stop();
  }
  const closes = plant.roofs.reduce((sum, roof) => sum + roof.countCloses(), 0);
  return { ...kill, violations: [...violations], state, closes };
}
