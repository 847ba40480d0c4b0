import type { Command, CommandReply, DeviceModel, Param, Scalar } from "@heliograph/protocol";
import { findParameterProblems } from "@heliograph/protocol";
import type { CommandOutcome } from "../gateway/command-desk.ts";

type Values = Record<string, Scalar>;
type Results = NonNullable<CommandReply["results"]>;

export interface UnitParametersOptions {
  /** Models of the units that have parameters; unit 0 is the gateway itself. */
  readonly units: ReadonlyMap<number, DeviceModel>;
  /** What differs from the factory, as an earlier run stored it. */
  readonly stored?: ReadonlyMap<number, Values>;
  isReporting(unit: number): boolean;
  isLocked(unit: number): boolean;
  /** Resolves when the radio has contacted the unit. */
  contact(unit: number): Promise<void>;
  /** The gateway's own clock, UTC ms. */
  now(): number;
  onWritten?(unit: number, values: Values): void;
}

function pick(values: Values, names: readonly string[] | undefined): Values {
  if (names === undefined) return { ...values };
  return Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]!]));
}

const factoryOf = ({ parameters }: DeviceModel): Values =>
  Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, parameter.default]));

/** Parameters in the flash of units; a unit writes all values of a command or none. */
export function createUnitParameters(options: UnitParametersOptions) {
  const { units } = options;
  const stored = new Map(
    [...units].map(([unit, model]) => [unit, { ...factoryOf(model), ...options.stored?.get(unit) }]),
  );

  function save(unit: number, values: Values): void {
    const next = { ...stored.get(unit), ...values };
    stored.set(unit, next);
    options.onWritten?.(unit, next);
  }

  function write(unit: number, values: Values): Results[number] {
    if (options.isLocked(unit)) return [unit, "E_LOCKED"];
    const current = stored.get(unit)!;
    const [problem] = findParameterProblems(units.get(unit)!, values, current);
    if (problem !== undefined) return [unit, problem.rule === "unknown" ? "E_UNSUP" : "E_RANGE"];
    save(unit, values);
    return [unit, 0, { ...values }];
  }

  /** Error of a unit that cannot be contacted in time; undefined once it was. */
  async function contactUnit(unit: number, { deadline }: Command): Promise<Results[number][1] | undefined> {
    if (!stored.has(unit)) return "E_TYPE";
    if (unit === 0) return undefined;
    if (!options.isReporting(unit)) return "E_TIMEOUT";
    await options.contact(unit);
    // The radio may have taken longer than the command is good for.
    return deadline !== null && options.now() > deadline ? "E_EXPIRED" : undefined;
  }

  async function carryOut(unit: number, command: Command, copied: Values): Promise<Results[number]> {
    const error = await contactUnit(unit, command);
    if (error !== undefined) return [unit, error];
    if (command.op === "param.get") return [unit, 0, pick(stored.get(unit)!, command.args.names)];
    return write(unit, command.op === "param.set" ? command.args.values : copied);
  }

  return {
    /** Carries out `param.get`, `param.set` and `param.copy`; fails with the first unit's error when no unit succeeds. */
    async handle(command: Command): Promise<CommandOutcome> {
      let copied: Values = {};
      if (command.op === "param.copy") {
        const { from, names } = command.args;
        const error = await contactUnit(from, command);
        if (error !== undefined) return { code: error };
        copied = pick(stored.get(from)!, names);
      }
      const targets = command.to === "all" ? [...stored.keys()].filter((unit) => unit > 0) : command.to;
      const results: Results = [];
      for (const unit of targets) results.push(await carryOut(unit, command, copied));
      const failed = results.find(([, code]) => code !== 0);
      const isAnyDone = results.some(([, code]) => code === 0);
      return { results, ...(failed !== undefined && !isAnyDone && { code: failed[1] }) };
    },
    /** Stores values that a unit changed by another command: its relay has one of its own. */
    save,
    valuesOf: (unit: number): Values => stored.get(unit) ?? {},
    get: (unit: number, name: string): Scalar | undefined => stored.get(unit)?.[name],
    /** What the units report of themselves. */
    report: (reporting: readonly number[]): Param["p"] =>
      reporting.flatMap((unit) =>
        Object.entries(stored.get(unit) ?? {}).map(([name, value]): Param["p"][number] => [
          unit,
          name,
          value,
        ]),
      ),
  };
}
