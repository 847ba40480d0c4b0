import { z } from "zod";
import type { Birth } from "./birth.ts";
import { COMMAND_OPS } from "./commands.ts";
import { deviceText, paramName, unitType } from "./message-parts.ts";
import type { ValueName } from "./points.ts";
import { findPoint, VALUE_NAMES } from "./points.ts";

/** A measured value that devices of the model report. */
const point = z
  .strictObject({
    /** Value = number on the wire × scale, in the unit of the table of points. */
    scale: z.number().min(1e-9).max(1e9).default(1),
    /** Smallest and largest value that such a device can report; those of the table of points by default. */
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .refine(({ min, max }) => min === undefined || max === undefined || min < max, "min is not below max");

const named = { texts: z.record(z.string(), deviceText(60)).optional(), isReadOnly: z.boolean().optional() };

const parameter = z.discriminatedUnion("kind", [
  z
    .strictObject({
      ...named,
      kind: z.literal("number"),
      unit: deviceText(16).default(""),
      min: z.int(),
      max: z.int(),
      default: z.int(),
      /** At least this many times the value of another parameter. */
      minMultiple: z.strictObject({ times: z.number().positive(), parameter: paramName }).optional(),
    })
    .refine((each) => each.min <= each.default && each.default <= each.max, "the default is out of range"),
  z
    .strictObject({
      ...named,
      kind: z.literal("choice"),
      choices: z.array(deviceText(32)).min(1).max(20),
      default: deviceText(32),
    })
    .refine((each) => each.choices.includes(each.default), "the default is no choice"),
  z.strictObject({ ...named, kind: z.literal("switch"), default: z.boolean() }),
]);

/** One file of a device model; docs/device-models.md explains its fields. */
export const deviceModelSchema = z
  .strictObject({
    type: unitType,
    /** As devices name it in their birth; `*` for devices of the type whose model has no file. */
    model: deviceText(64).min(1),
    capabilities: z.array(z.enum(COMMAND_OPS as [string, ...string[]])).default([]),
    /** Rated open-circuit voltage of the module at such a unit, V at 25 °C: what it counts with, as a cold module, until it is proven open. */
    openCircuitV: z.number().min(1).max(1_500).default(60),
    /**
     * What an open switch lets through at most, V of either sign: a unit with more at its output is not open. Below the input from
     * which there is something to measure (5 V): a closed switch has the same voltage on both sides.
     */
    maxOpenOutputV: z.number().min(0.1).max(4).default(1),
    points: z.partialRecord(z.enum(VALUE_NAMES as [ValueName, ...ValueName[]]), point),
    parameters: z.record(paramName, parameter).default({}),
  })
  .superRefine(({ points, parameters }, context) => {
    for (const [name, { min = -Infinity, max = Infinity } = {}] of Object.entries(points)) {
      const widest = findPoint(name);
      if (widest !== undefined && (max <= widest.min || min >= widest.max))
        context.addIssue({ code: "custom", path: ["points", name], message: "the range is impossible" });
    }
    for (const [name, each] of Object.entries(parameters))
      if (
        each.kind === "number" &&
        each.minMultiple &&
        !Object.hasOwn(parameters, each.minMultiple.parameter)
      )
        context.addIssue({
          code: "custom",
          path: ["parameters", name],
          message: "minMultiple names no parameter",
        });
  });

/** What devices of a model measure, and which parameters and operations they have. */
export type DeviceModel = z.infer<typeof deviceModelSchema>;
/** A parameter of a device model. */
export type ModelParameter = DeviceModel["parameters"][string];

const ANY_MODEL = "*";

/** The model of a device: that of its name, else the generic one of its type. Throws if the type has no generic model. */
export function findModel(
  models: readonly DeviceModel[],
  { type, model }: { readonly type: string; readonly model: string },
): DeviceModel {
  const ofType = models.filter((each) => each.type === type);
  const found =
    ofType.find((each) => each.model === model) ?? ofType.find((each) => each.model === ANY_MODEL);
  if (!found) throw new Error(`there is no device model for ${type}`);
  return found;
}

/** Smallest and largest value by point, where a model allows less than the table of points. */
export type UnitLimits = ReadonlyMap<ValueName, { readonly min: number; readonly max: number }>;

/** Limits of the units of a birth (0: the gateway) whose models narrow the ranges of points; usually none. */
export function findUnitLimits(
  models: readonly DeviceModel[],
  { gateway, units }: Pick<Birth, "gateway" | "units">,
): ReadonlyMap<number, UnitLimits> {
  const all = [
    [0, gateway.type, gateway.model] as const,
    ...units.map(([unit, , type, model]) => [unit, type, model] as const),
  ];
  return new Map(
    all.flatMap(([unit, type, model]): [number, UnitLimits][] => {
      const limits = listLimits(findModel(models, { type, model }));
      return limits.size === 0 ? [] : [[unit, limits]];
    }),
  );
}

function listLimits({ points }: DeviceModel): UnitLimits {
  const limits = new Map<ValueName, { readonly min: number; readonly max: number }>();
  for (const name of VALUE_NAMES) {
    const { min, max } = points[name] ?? {};
    if (min !== undefined || max !== undefined)
      limits.set(name, { min: min ?? -Infinity, max: max ?? Infinity });
  }
  return limits;
}

/** Why a value of a parameter is refused. */
export type ParameterProblem =
  | { readonly name: string; readonly rule: "unknown" | "wholeNumber" | "choice" }
  | { readonly name: string; readonly rule: "min" | "max" | "minMultiple"; readonly bound: number };

function findProblem(
  name: string,
  value: unknown,
  of: ModelParameter | undefined,
): ParameterProblem | undefined {
  if (of === undefined || of.isReadOnly === true) return { name, rule: "unknown" };
  if (of.kind === "choice")
    return of.choices.includes(value as string) ? undefined : { name, rule: "choice" };
  if (of.kind === "switch") return typeof value === "boolean" ? undefined : { name, rule: "choice" };
  if (!Number.isInteger(value)) return { name, rule: "wholeNumber" };
  if ((value as number) < of.min) return { name, rule: "min", bound: of.min };
  return (value as number) > of.max ? { name, rule: "max", bound: of.max } : undefined;
}

/**
 * Checks new values against a model, together with the current ones where a rule is about two parameters. Values of
 * parameters that the model does not have, or that are only read, are refused.
 */
export function findParameterProblems(
  { parameters }: Pick<DeviceModel, "parameters">,
  values: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>> = {},
): ParameterProblem[] {
  const get = (name: string) => (Object.hasOwn(parameters, name) ? parameters[name] : undefined);
  const problems = Object.entries(values).flatMap(
    ([name, value]) => findProblem(name, value, get(name)) ?? [],
  );
  if (problems.length > 0) return problems;
  const all: Readonly<Record<string, unknown>> = { ...current, ...values };
  return Object.entries(parameters).flatMap(([name, each]): ParameterProblem[] => {
    if (each.kind !== "number" || !each.minMultiple) return [];
    const bound = each.minMultiple.times * Number(all[each.minMultiple.parameter]);
    return Number(all[name]) < bound ? [{ name, rule: "minMultiple", bound }] : [];
  });
}
