import type { UnitSwitchState } from "@heliograph/contract";
import type { OperationKind } from "../../src/modules/devices/safety/safety-states.ts";
import type { UnitFacts } from "../../src/modules/devices/safety/unit-switch-rules.ts";
import {
  countEvidence,
  findOwnHold,
  refuseClose,
  refuseDrill,
  refuseOpen,
  stateOfUnits,
} from "../../src/modules/devices/safety/unit-switch-rules.ts";
import type { Device, Model } from "./model.ts";
import { createOperation } from "./model.ts";

type DeviceOperation = Model["operations"][number];

/** Operations of a device, of the SCON above it and of the units behind it. */
export const operationsAround = ({ operations }: Model, { id, parentId }: Device): DeviceOperation[] =>
  operations.filter(({ device }) => device.id === id || device.id === parentId || device.parentId === id);

function toUnitFacts(model: Model, device: Device): UnitFacts {
  const [gateway] = model.facts.gateways;
  return {
    deviceId: device.id,
    type: device.type,
    plantState: model.facts.state,
    plantHolderId: model.facts.holderId,
    isMarked: model.facts.markedBy.length > 0,
    operations: operationsAround(model, device).map((each) => ({
      ...{ deviceId: each.device.id, type: each.device.type, kind: each.kind },
      ...{ authorId: each.authorId, deadlineAt: each.deadlineAt },
    })),
    isConnected: gateway?.isOnline === true,
    isOffline: false,
    clockOffsetMs: gateway?.clockOffsetMs ?? null,
    isReported: true,
    unitsBehind: device.type === "SCON" ? device.units.length : 0,
    leftOpen: model.leftOpen.filter(({ unit }) => device.units.includes(unit)).length,
    now: new Date(model.nowMs),
  };
}

/** Ends the device's own operation and, at an SCON, the opposite ones of the units behind it. */
function begin(
  model: Model,
  device: Device,
  press: { kind: OperationKind; authorId: string; isDrill: boolean },
): void {
  const operation = { ...createOperation(model, { ...press, units: device.units }), device };
  const isReplaced = (each: DeviceOperation): boolean =>
    each.device.id === device.id || (each.device.parentId === device.id && each.kind !== press.kind);
  model.operations = [...model.operations.filter((each) => !isReplaced(each)), operation];
  model.leftOpen = model.leftOpen.filter(
    ({ deviceId, unit }) => deviceId !== device.id && !device.units.includes(unit),
  );
}

/** Each returns whether the press was accepted; one that joins the caller's own is. */
export const unitPresses = {
  open(model: Model, authorId: string, device: Device): boolean {
    const facts = toUnitFacts(model, device);
    if (refuseOpen(facts, authorId)) return false;
    if (!findOwnHold(facts)) begin(model, device, { kind: "shutdown", authorId, isDrill: false });
    return true;
  },
  drill(model: Model, authorId: string, device: Device): boolean {
    if (refuseDrill(toUnitFacts(model, device), authorId)) return false;
    begin(model, device, { kind: "shutdown", authorId, isDrill: true });
    return true;
  },
  close(model: Model, authorId: string, device: Device): boolean {
    if (refuseClose(toUnitFacts(model, device), authorId)) return false;
    begin(model, device, { kind: "reset", authorId, isDrill: false });
    return true;
  },
  releaseUnit(model: Model, authorId: string, device: Device): boolean {
    const own = findOwnHold(toUnitFacts(model, device));
    if (own?.authorId !== authorId) return false;
    const released = model.operations.find((each) => each.device.id === device.id) as DeviceOperation;
    model.operations = model.operations.filter((each) => each !== released);
    const holds = [...model.operations, ...(model.plant ? [model.plant] : [])].filter(
      ({ kind }) => kind === "shutdown",
    );
    const open = device.units.filter(
      (unit, at) =>
        released.evidence[at]?.state !== "closed" && !holds.some(({ units }) => units.includes(unit)),
    );
    model.leftOpen = [...model.leftOpen, ...open.map((unit) => ({ deviceId: device.id, unit }))];
    return true;
  },
};

/** What the lists say about a device. */
export function stateOfDevice(model: Model, device: Device): UnitSwitchState | "released" {
  const operation = model.operations.find((each) => each.device.id === device.id);
  if (operation)
    return stateOfUnits(operation, countEvidence(operation.kind, operation.evidence), new Date(model.nowMs));
  return model.leftOpen.some(({ deviceId }) => deviceId === device.id) ? "released" : "none";
}
