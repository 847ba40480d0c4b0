import type { DataInputOf, endpoints, FieldProblem, MessageKey } from "@heliograph/contract";
import { commandOp } from "@heliograph/contract";
import type { DeviceModel, ModelParameter, ParameterProblem } from "@heliograph/protocol";
import { findModel, MEASURED_VALUES } from "@heliograph/protocol";
import type { ParameterRow } from "./parameters.repository.ts";

type Row = DataInputOf<typeof endpoints.parameters.get>["rows"][number];

const MESSAGES: Readonly<Record<ParameterProblem["rule"], MessageKey>> = {
  unknown: "field.noParameter",
  wholeNumber: "field.wholeNumber",
  choice: "field.choice",
  min: "field.min",
  max: "field.max",
  minMultiple: "field.minMultiple",
};

type Modelled = Parameters<typeof findModel>[1];

/** Whether values of one device are valid for the other: they have one model, or the generic one of their type. */
export const hasSameParameters = (models: readonly DeviceModel[], one: Modelled, other: Modelled): boolean =>
  findModel(models, one) === findModel(models, other);

/** What is wrong with values of parameters, as the response names it. */
export const toFieldProblems = (problems: readonly ParameterProblem[]): FieldProblem[] =>
  problems.map(({ name, rule, ...more }) => ({
    path: `values.${name}`,
    key: MESSAGES[rule],
    ...("bound" in more && { params: { [rule === "max" ? "max" : "min"]: more.bound } }),
  }));

/** Names of the parameters that can be set, in the order of the model. */
export const listWritable = ({ parameters }: DeviceModel): string[] =>
  Object.keys(parameters).filter((name) => parameters[name]?.isReadOnly !== true);

const toIso = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

function toRules(parameter: ModelParameter) {
  const isNumber = parameter.kind === "number";
  return {
    kind: parameter.kind,
    unit: isNumber ? parameter.unit : "",
    min: isNumber ? parameter.min : null,
    max: isNumber ? parameter.max : null,
    choices: parameter.kind === "choice" ? parameter.choices : [],
    minMultiple: (isNumber && parameter.minMultiple) || null,
    isReadOnly: parameter.isReadOnly === true,
    texts: parameter.texts ?? {},
  };
}

/** Every parameter of a model, with what was requested and reported of it. */
export function toParameterRows({ parameters }: DeviceModel, stored: readonly ParameterRow[]): Row[] {
  const rows = new Map(stored.map((row) => [row.name, row]));
  return Object.entries(parameters).map(([name, parameter]) => {
    const row = rows.get(name);
    return {
      name,
      ...toRules(parameter),
      reported: row?.reported ?? null,
      reportedAt: toIso(row?.reportedAt),
      requested: row?.requested ?? null,
      requestedAt: toIso(row?.requestedAt),
    };
  });
}

export const toModelFacts = (
  name: string,
  { model, points, parameters, capabilities }: DeviceModel,
): DataInputOf<typeof endpoints.parameters.model> => ({
  model: name,
  isGeneric: model !== name,
  fields: MEASURED_VALUES.filter(({ point }) => Object.hasOwn(points, point)).map(({ field }) => field),
  parameterCount: Object.keys(parameters).length,
  capabilities: commandOp.options.filter((op) => capabilities.includes(op)),
});
