import type { Command, CommandReply, Param, Scalar } from "@heliograph/protocol";
import type { CommandOutcome } from "../gateway/command-desk.ts";

type Values = Record<string, Scalar>;
type Results = NonNullable<CommandReply["results"]>;

/** What an MCON accepts, as its firmware has it; s, ms, min, s, s. */
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  heartbeat: [1, 5],
  otaInterval: [50, 5000],
  repeatAlarm: [1, 1440],
  mosTimeout: [5, 20],
  alarmPolling: [1, 3600],
};
const FACTORY: Values = {
  heartbeat: 2,
  otaInterval: 200,
  repeatAlarm: 30,
  mosTimeout: 10,
  alarmPolling: 60,
  relay: true,
};
const HEARTBEATS_WITHIN_TIMEOUT = 3;

export interface UnitParametersOptions {
  /** Units that have parameters. */
  readonly units: readonly number[];
  isReporting(unit: number): boolean;
  isLocked(unit: number): boolean;
  /** Resolves when the radio has contacted the unit. */
  contact(unit: number): Promise<void>;
  /** The gateway's own clock, UTC ms. */
  now(): number;
}

function isAccepted(values: Values): boolean {
  const { heartbeat, mosTimeout } = values;
  return (
    Object.entries(RANGES).every(([name, [min, max]]) => {
      const value = values[name];
      return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
    }) && (mosTimeout as number) >= HEARTBEATS_WITHIN_TIMEOUT * (heartbeat as number)
  );
}

/** Parameters in the flash of MCONs; a unit writes all values of a command or none. */
export function createUnitParameters(options: UnitParametersOptions) {
  const stored = new Map(options.units.map((unit) => [unit, { ...FACTORY }]));

  function pick(values: Values, names: readonly string[] | undefined): Values {
    if (names === undefined) return { ...values };
    return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]!]));
  }

  function write(unit: number, values: Values): Results[number] {
    const current = stored.get(unit)!;
    const isKnown = Object.keys(values).every((name) => name in RANGES);
    if (options.isLocked(unit)) return [unit, "E_LOCKED"];
    if (!isKnown) return [unit, "E_UNSUP"];
    const next = { ...current, ...values };
    if (!isAccepted(next)) return [unit, "E_RANGE"];
    stored.set(unit, next);
    return [unit, 0, pick(next, Object.keys(values))];
  }

  async function carryOut(unit: number, command: Command): Promise<Results[number]> {
    if (!stored.has(unit)) return [unit, "E_TYPE"];
    if (!options.isReporting(unit)) return [unit, "E_TIMEOUT"];
    await options.contact(unit);
    // The radio may have taken longer than the command is good for.
    if (command.deadline !== null && options.now() > command.deadline) return [unit, "E_EXPIRED"];
    if (command.op === "param.get") return [unit, 0, pick(stored.get(unit)!, command.args.names)];
    return write(unit, command.op === "param.set" ? command.args.values : {});
  }

  return {
    /** Carries out `param.get` and `param.set`; fails with the first unit's error when no unit succeeds. */
    async handle(command: Command): Promise<CommandOutcome> {
      const units = command.to === "all" ? [...stored.keys()] : command.to;
      const results: Results = [];
      for (const unit of units) results.push(await carryOut(unit, command));
      const failed = results.find(([, code]) => code !== 0);
      const isAnyDone = results.some(([, code]) => code === 0);
      return { results, ...(failed !== undefined && !isAnyDone && { code: failed[1] }) };
    },
    /** What the units report of themselves. */
    report: (units: readonly number[]): Param["p"] =>
      units.flatMap((unit) =>
        Object.entries(stored.get(unit) ?? {}).map(([name, value]): Param["p"][number] => [
          unit,
          name,
          value,
        ]),
      ),
  };
}
