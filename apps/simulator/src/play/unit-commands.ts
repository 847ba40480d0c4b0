import type { Command, CommandReply, Scalar } from "@heliograph/protocol";
import type { CommandOutcome } from "../gateway/command-desk.ts";
import type { RoofPhysics } from "../physics/roof-physics.ts";

type Results = NonNullable<CommandReply["results"]>;

/** Units a command names that have a switch, by unit; undefined for one that has none. */
function findModules(physics: RoofPhysics, command: Command): Map<number, number | undefined> {
  const switches = new Map<number, number>();
  physics.roof.modules.forEach(({ unit }, index) => {
    if (unit !== undefined) switches.set(unit, index);
  });
  if (command.to === "all") return switches;
  return new Map(command.to.map((unit) => [unit, switches.get(unit)]));
}

export interface UnitRadio {
  isReporting(module: number): boolean;
  /** Resolves when the radio has contacted a unit. */
  contact(): Promise<void>;
  /** The gateway's own clock, UTC ms. */
  now(): number;
  /** The simulation's clock, UTC ms. */
  roofNow(): number;
}

/** Opens, closes or reads the switches of modules, one after the other; a unit that is not heard times out. */
export async function commandUnits(
  physics: RoofPhysics,
  command: Command,
  radio: UnitRadio,
): Promise<CommandOutcome> {
  const results: Results = [];
  for (const [unit, module] of findModules(physics, command)) {
    await radio.contact();
    if (module === undefined) results.push([unit, "E_TYPE"]);
    else if (!radio.isReporting(module)) results.push([unit, "E_TIMEOUT"]);
    else if (command.deadline !== null && radio.now() > command.deadline) results.push([unit, "E_EXPIRED"]);
    else {
      if (command.op !== "switch.get") physics.setOpen([module], command.op === "open");
      results.push([unit, 0, { sw: physics.isOpen(module, radio.roofNow()) ? 0 : 1 }]);
    }
  }
  return { results };
}

/** Switches relays of MCONs: behind one that is off no keep-alive arrives, and the units open after their timeout. */
export async function commandRelays(
  physics: RoofPhysics,
  command: Extract<Command, { op: "relay" }>,
  { isReporting, contact, now, roofNow }: UnitRadio,
): Promise<CommandOutcome> {
  const { strings } = physics.roof;
  const isMcon = (unit: number) =>
    physics.roof.units.some(([own, , type]) => own === unit && type === "MCON");
  const all = strings.flatMap(({ unit }) => (unit !== undefined && isMcon(unit) ? [unit] : []));
  const results: Results = [];
  for (const unit of command.to === "all" ? all : command.to) {
    await contact();
    const string = strings.find((candidate) => candidate.unit === unit && isMcon(unit));
    if (!string) results.push([unit, "E_TYPE"]);
    else if (!string.modules.some(isReporting)) results.push([unit, "E_TIMEOUT"]);
    else if (command.deadline !== null && now() > command.deadline) results.push([unit, "E_EXPIRED"]);
    else {
      physics.setKeepAlive(string.modules, { isOn: command.args.on }, roofNow());
      results.push([unit, 0, { relay: command.args.on }]);
    }
  }
  const failed = results.find(([, code]) => code !== 0);
  const isAnyDone = results.some(([, code]) => code === 0);
  return { results, ...(failed !== undefined && !isAnyDone && { code: failed[1] }) };
}

/** Whether each unit with a switch has started: one without a keep-alive has not. */
export const listIgnited = (physics: RoofPhysics, isReporting: (module: number) => boolean, at: number) =>
  physics.roof.modules.flatMap(({ unit }, module): [number, "ignition", 0 | 1][] =>
    unit === undefined
      ? []
      : [[unit, "ignition", physics.hasKeepAlive(module, at) && isReporting(module) ? 1 : 0]],
  );

/** The units of a string wait as long as the parameters of its controller say, and receive heartbeats while its relay is on. */
export function applyKeepAlive(
  physics: RoofPhysics,
  unit: number,
  values: Readonly<Record<string, Scalar>>,
  at: number,
): void {
  const { relay, heartbeat, mosTimeout } = values;
  const change = {
    ...(relay !== undefined && { isOn: relay !== false }),
    ...(heartbeat !== undefined && { heartbeatMs: Number(heartbeat) * 1000 }),
    ...(mosTimeout !== undefined && { timeoutMs: Number(mosTimeout) * 1000 }),
  };
  for (const string of physics.roof.strings)
    if (string.unit === unit) physics.setKeepAlive(string.modules, change, at);
}
