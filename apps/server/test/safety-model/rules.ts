import { isHeldState } from "@heliograph/contract";
import type { Device, Model, Operation } from "./model.ts";
import { operationsAround, stateOfDevice } from "./unit-presses.ts";

/** Who pressed what, and whether it was accepted. */
export interface Attempt {
  readonly what:
    | "stop"
    | "drillPlant"
    | "reset"
    | "release"
    | "mark"
    | "open"
    | "drill"
    | "close"
    | "releaseUnit";
  readonly who: string;
  /** The plant when absent. */
  readonly device?: Device;
  readonly isAccepted: boolean;
}

type Rule = (before: Model, who: string, device: Device) => boolean;

const isHeld = ({ facts }: Model): boolean => isHeldState(facts.state);
const isOnline = ({ facts }: Model): boolean => facts.gateways.some((gateway) => gateway.isOnline);
const isClockRight = ({ facts }: Model): boolean =>
  facts.gateways.some((gateway) => gateway.isOnline && gateway.clockOffsetMs === 0);
const isOpening = ({ kind }: Operation): boolean => kind === "shutdown";
const isRunning = (model: Model, operation: Operation): boolean =>
  isOpening(operation) || operation.deadlineAt.getTime() > model.nowMs;
const isOf = ({ id }: Device, operation: Operation): boolean => operation.device?.id === id;

/** What docs/safety.md says about each press, once more and by other means than the server's. */
const RULES: Readonly<Record<Exclude<Attempt["what"], "mark">, Rule>> = {
  stop: (before, who) => (isHeld(before) ? before.facts.holderId === who : isOnline(before)),
  drillPlant: (before) =>
    before.facts.state === "normal" &&
    !before.operations.some(isOpening) &&
    before.leftOpen.length === 0 &&
    isOnline(before),
  reset: (before, who) =>
    (!isHeld(before) || before.facts.holderId === who) &&
    !["normal", "resetting"].includes(before.facts.state) &&
    before.operations.every((each) => !isOpening(each) || each.authorId === who) &&
    before.facts.markedBy.length === 0 &&
    isClockRight(before),
  release: (before, who) => isHeld(before) && before.facts.holderId === who,
  open(before, who, device) {
    const own = before.operations.find((each) => isOf(device, each) && isOpening(each));
    if (isHeld(before)) return false;
    return own ? own.authorId === who : isOnline(before);
  },
  drill: (before, _who, device) =>
    device.type === "SCON" &&
    before.facts.state === "normal" &&
    operationsAround(before, device).every((each) => !isRunning(before, each)) &&
    before.leftOpen.every(({ unit }) => !device.units.includes(unit)) &&
    isOnline(before),
  close(before, who, device) {
    const around = operationsAround(before, device);
    if (isHeld(before) || before.facts.state === "resetting" || before.facts.markedBy.length > 0)
      return false;
    if (around.some((each) => isOpening(each) && each.authorId !== who)) return false;
    if (around.some((each) => isOpening(each) && each.device.id === device.parentId)) return false;
    if (around.some((each) => isOf(device, each) && !isOpening(each) && isRunning(before, each)))
      return false;
    return isClockRight(before);
  },
  releaseUnit: (before, who, device) =>
    before.operations.some((each) => isOf(device, each) && isOpening(each) && each.authorId === who),
};

function findWrongVerdict(before: Model, { what, who, device, isAccepted }: Attempt): string | undefined {
  if (what === "mark" || RULES[what](before, who, device as Device) === isAccepted) return undefined;
  return `${what} of ${device?.id ?? "the plant"} by ${who} is ${isAccepted ? "accepted" : "refused"}`;
}

/** What a press leaves of the operations of devices. */
function findWrongEnd(model: Model, before: Model, { what, who, isAccepted }: Attempt): string | undefined {
  if (!isAccepted) return undefined;
  if (what === "stop" || what === "drillPlant") {
    if (model.facts.holderId !== who) return "a shutdown without its author as the holder";
    const kept = before.operations.filter((each) => isOpening(each) && !each.isDrill);
    if (!isHeld(before) && model.operations.some((each) => !kept.includes(each)))
      return "a shutdown leaves a closing or the drill of a string";
    if (!kept.every((each) => model.operations.includes(each))) return "a shutdown ends the hold of a unit";
  }
  if (what === "reset" && model.operations.some(isOpening)) return "a reset leaves a unit open";
  return undefined;
}

/** What no state may claim. */
function findFalseState(model: Model, before: Model): string | undefined {
  const { facts, plant } = model;
  const isProvenOpen = ({ reported, evidence }: Operation): boolean =>
    reported.every((each) => each === "open" || each === "dark") &&
    evidence.some(({ state }) => state === "open");
  const isProvenClosed = ({ reported }: Operation): boolean => reported.every((each) => each === "closed");
  if (facts.state === "shut-down" && !(plant?.kind === "shutdown" && isProvenOpen(plant)))
    return "shut down without proof";
  if (facts.state === "normal" && before.facts.state !== "normal" && !(plant && isProvenClosed(plant)))
    return "normal with a unit that is not closed";
  if (isHeld(model) && isHeld(before) && facts.holderId !== before.facts.holderId) return "another holder";
  for (const operation of model.operations) {
    const state = stateOfDevice(model, operation.device);
    if (state === "open" && !(isOpening(operation) && isProvenOpen(operation)))
      return `${operation.device.id} open without proof`;
    if (state === "closed" && (isOpening(operation) || !isProvenClosed(operation)))
      return `${operation.device.id} closed without proof`;
  }
  return undefined;
}

/** What is wrong with a step; undefined: nothing. Plain comparisons, since hundreds of thousands are played. */
export const findBroken = (model: Model, before: Model, attempt: Attempt | undefined): string | undefined =>
  (attempt && (findWrongVerdict(before, attempt) ?? findWrongEnd(model, before, attempt))) ??
  findFalseState(model, before);
