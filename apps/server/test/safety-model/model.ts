import { isHeldState, RESET_DEADLINE_S, SHUTDOWN_COUNTDOWN_S } from "@heliograph/contract";
import type { SwitchSample } from "../../src/modules/devices/safety/judge-sample.ts";
import { judgeSample } from "../../src/modules/devices/safety/judge-sample.ts";
import type { PlantFacts } from "../../src/modules/devices/safety/safety-rules.ts";
import type {
  OperationKind,
  UnitEvent,
  UnitEvidence,
} from "../../src/modules/devices/safety/safety-states.ts";
import {
  applyToUnit,
  findPlantEvent,
  isCounting,
  stateAfter,
} from "../../src/modules/devices/safety/safety-states.ts";

export interface Device {
  readonly id: string;
  readonly type: "OPT" | "RSD" | "SCON";
  /** Numbers of the units that prove what it does. */
  readonly units: readonly number[];
  readonly parentId?: string;
}

export const UNITS = [0, 1, 2];
/** Two units behind an SCON, and one that is directly behind the gateway. */
export const DEVICES: readonly Device[] = [
  { id: "string", type: "SCON", units: [0, 1] },
  { id: "first", type: "OPT", units: [0], parentId: "string" },
  { id: "second", type: "OPT", units: [1], parentId: "string" },
  { id: "alone", type: "RSD", units: [2] },
];

/** A shutdown or reset of the plant or of a device, with its evidence. */
export interface Operation {
  readonly id: number;
  /** The plant when absent. */
  readonly device?: Device;
  readonly isDrill: boolean;
  readonly kind: OperationKind;
  readonly authorId: string;
  readonly deadlineAt: Date;
  readonly units: readonly number[];
  readonly evidence: readonly UnitEvidence[];
  /** What each unit last reported since the press: kept apart from the code under test. */
  readonly reported: readonly (Exclude<UnitEvent, "timeOut"> | undefined)[];
}

/** A plant with its devices. Parts are replaced, never changed, so that a copy of it is what was before. */
export interface Model {
  facts: Pick<PlantFacts, "state" | "holderId" | "markedBy" | "gateways">;
  plant: Operation | undefined;
  /** Current operations of devices. */
  operations: readonly (Operation & { readonly device: Device })[];
  /** Units that the release of a device has left open. */
  leftOpen: readonly { readonly deviceId: string; readonly unit: number }[];
  nowMs: number;
  lastId: number;
}

export const createModel = (): Model => ({
  facts: {
    state: "normal",
    holderId: undefined,
    markedBy: [],
    gateways: [{ isOnline: true, clockOffsetMs: 0 }],
  },
  plant: undefined,
  operations: [],
  leftOpen: [],
  nowMs: 0,
  lastId: 0,
});

export const toFacts = ({ facts, operations, leftOpen }: Model): PlantFacts => ({
  ...facts,
  unitCount: UNITS.length,
  unitHolders: operations.filter(({ kind }) => kind === "shutdown").map(({ authorId }) => authorId),
  leftOpen: leftOpen.length,
});

export function createOperation(
  model: Model,
  press: Pick<Operation, "kind" | "authorId" | "units" | "isDrill">,
): Operation {
  model.lastId += 1;
  const seconds = press.kind === "shutdown" ? SHUTDOWN_COUNTDOWN_S : RESET_DEADLINE_S;
  return {
    ...press,
    id: model.lastId,
    deadlineAt: new Date(model.nowMs + seconds * 1_000),
    evidence: press.units.map(() => ({ state: "unknown", isDark: false })),
    reported: press.units.map(() => undefined),
  };
}

/** A press of the whole plant: a shutdown ends closings and drills of strings, a reset what is open. */
export function beginPlant(model: Model, kind: OperationKind, authorId: string): void {
  const isShutdown = kind === "shutdown";
  const state = stateAfter(model.facts.state, isShutdown ? "stop" : "reset");
  model.plant = createOperation(model, { kind, authorId, units: UNITS, isDrill: false });
  model.facts = { ...model.facts, state, holderId: isShutdown ? authorId : undefined };
  model.operations = model.operations.filter((each) =>
    isShutdown ? each.kind === "shutdown" && !each.isDrill : each.kind === "reset",
  );
  model.leftOpen = [];
}

export function releasePlant(model: Model): void {
  const state = stateAfter(model.facts.state, "release");
  model.facts = { ...model.facts, state, holderId: undefined };
  model.plant = undefined;
}

export function changeMark(model: Model, accountId: string): boolean {
  const { markedBy, state } = model.facts;
  const isMarked = markedBy.includes(accountId);
  if (!isMarked && !isHeldState(state) && state !== "released") return false;
  const others = markedBy.filter((other) => other !== accountId);
  model.facts = { ...model.facts, markedBy: isMarked ? others : [...markedBy, accountId] };
  return true;
}

function judgePlant(model: Model, isOver: boolean): void {
  const { facts, plant } = model;
  if (!plant) return;
  const event = findPlantEvent(plant.kind, plant.evidence, isCounting(facts.state) && !isOver);
  if (event) model.facts = { ...facts, state: stateAfter(facts.state, event) };
}

/** The operation with a sample of a unit. After a reset only the switch itself says that it is closed. */
function recordSample<Kind extends Operation>(operation: Kind, unit: number, sample: SwitchSample): Kind {
  const at = operation.units.indexOf(unit);
  const event = judgeSample(sample, 1);
  if (at === -1 || event === undefined) return operation;
  if (operation.kind === "reset" && event === "closed" && sample.sw !== 1) return operation;
  return {
    ...operation,
    evidence: operation.evidence.with(at, applyToUnit(operation.evidence[at] as UnitEvidence, event)),
    reported: operation.reported.with(at, event),
  };
}

export function report(model: Model, unit: number, sample: SwitchSample): void {
  model.plant = model.plant && recordSample(model.plant, unit, sample);
  judgePlant(model, false);
  model.operations = model.operations.map((each) => recordSample(each, unit, sample));
  if (judgeSample(sample, 1) === "closed")
    model.leftOpen = model.leftOpen.filter((open) => open.unit !== unit);
}

/** Every deadline passes. */
export function passTime(model: Model): void {
  model.nowMs += 61_000;
  const { plant, facts } = model;
  if (!plant || !isCounting(facts.state)) return;
  model.plant = { ...plant, evidence: plant.evidence.map((unit) => applyToUnit(unit, "timeOut")) };
  judgePlant(model, true);
}
