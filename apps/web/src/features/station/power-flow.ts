import type { endpoints } from "virtual:endpoints";
import type { DataOf, MeteringLevel } from "@heliograph/contract";

export type PowerFlow = DataOf<typeof endpoints.station.powerFlow>;

export type FlowPlace = "modules" | "strings" | "inverter" | "grid";

/** Counts of the devices of a place, as the contract has them. */
export type FlowDevices = Omit<NonNullable<PowerFlow["modules"]>, "powerW">;

/** A place on the way of the power, in the order of its flow. */
export interface FlowNode {
  readonly place: FlowPlace;
  /** Null without a report that still counts. */
  readonly powerW: number | null;
  /** Undefined where no devices are. */
  readonly devices: FlowDevices | undefined;
  /** Its power counts for the plant's energy. */
  readonly isCounted: boolean;
}

const placeOf: Record<MeteringLevel, FlowPlace> = {
  module: "modules",
  string: "strings",
  "ac-meter": "inverter",
};

/**
 * The places that a plant meters, from the modules to the grid. `countedW` is the plant's power as it was pushed last; it
 * belongs to the metering level. The grid follows a metered AC side and has its power.
 */
export function listFlowNodes(
  { modules, strings, acMeter }: PowerFlow,
  level: MeteringLevel,
  countedW: number | null,
): FlowNode[] {
  const counted = placeOf[level];
  const makeNode = (place: FlowPlace, powerW: number | null, devices?: FlowDevices): FlowNode => {
    const isCounted = place === counted;
    return { place, powerW: isCounted ? countedW : powerW, devices, isCounted };
  };
  const nodes: FlowNode[] = [];
  if (modules !== null) nodes.push(makeNode("modules", modules.powerW, modules));
  if (strings !== null) nodes.push(makeNode("strings", strings.powerW, strings));
  if (acMeter === null) return nodes;
  const inverter = makeNode("inverter", acMeter.powerW);
  return [...nodes, inverter, { ...inverter, place: "grid", isCounted: false }];
}

/** Direction of the power on its way to a node: forward, backward from the grid at night, none, or not known. */
export type FlowDirection = "forward" | "backward" | "none" | "unknown";

/** Below a watt nothing flows: meters show less when there is nothing. */
const MIN_FLOW_W = 1;

export function findDirection({ powerW }: Pick<FlowNode, "powerW">): FlowDirection {
  if (powerW === null) return "unknown";
  if (Math.abs(powerW) < MIN_FLOW_W) return "none";
  return powerW > 0 ? "forward" : "backward";
}
