import type { DeviceParameters } from "@heliograph/contract";
import type { TFunction } from "i18next";
import type { MessageKey } from "../base/i18n/i18n.ts";
import type { Language } from "../base/i18n/language.ts";
import type { FieldLayout } from "../form/layout.ts";
import type { FieldSchema } from "../form/schema.ts";
import type { FormValues } from "../form/values.ts";

/** A parameter of a device's model, with what was requested and reported. */
export type ParameterRow = DeviceParameters["rows"][number];

export interface Words {
  readonly t: TFunction;
  readonly exists: (key: string) => boolean;
  readonly language: Language;
}

const known = (key: string, { t, exists }: Words): string | undefined =>
  exists(key) ? t(key as MessageKey) : undefined;

/** The console's own name of a parameter, else the one that its model gives. */
export const parameterName = ({ name, texts }: Pick<ParameterRow, "name" | "texts">, words: Words): string =>
  known(`commands.parameter.${name}`, words) ?? texts[words.language] ?? texts["en"] ?? name;

export const choiceText = (choice: string, words: Words): string =>
  known(`commands.choice.${choice}`, words) ?? choice;

/** A value with its unit. */
export function valueText(
  { kind, unit }: ParameterRow,
  value: NonNullable<ParameterRow["reported"]>,
  words: Words,
): string {
  if (typeof value === "boolean") return words.t(value ? "commands.on" : "commands.off");
  if (kind === "choice") return choiceText(String(value), words);
  return unit === "" ? String(value) : `${value} ${unit}`;
}

/** The values that a parameter may have. */
export function rangeText(row: ParameterRow, words: Words): string {
  if (row.isReadOnly) return words.t("commands.parameters.onlyShown");
  if (row.kind === "choice") return row.choices.map((choice) => choiceText(choice, words)).join(" · ");
  if (row.kind === "switch") return `${words.t("commands.on")} · ${words.t("commands.off")}`;
  return `${row.min}–${row.max}${row.unit === "" ? "" : ` ${row.unit}`}`;
}

const pathOf = (name: string): string => `values.${name}`;

const SWITCH = ["on", "off"] as const;

/** Fields of a form that sets parameters, by the rules of the device's model; one without a value sets nothing. */
export function parameterFields(rows: readonly ParameterRow[]): FieldSchema[] {
  return rows
    .filter(({ isReadOnly }) => !isReadOnly)
    .map((row): FieldSchema => {
      const base = { path: pathOf(row.name), isRequired: false, sentences: {} };
      if (row.kind === "number")
        return {
          ...base,
          kind: "integer",
          min: row.min ?? undefined,
          max: row.max ?? undefined,
        } as FieldSchema;
      // A switch that was never read is neither on nor off.
      return { ...base, kind: "choice", choices: row.kind === "switch" ? SWITCH : row.choices };
    });
}

/** How the fields are shown. */
export function parameterLayout(
  rows: readonly ParameterRow[],
  words: Words,
): Readonly<Record<string, FieldLayout>> {
  const nameOf = (name: string): string => {
    const row = rows.find((each) => each.name === name);
    return row === undefined ? name : parameterName(row, words);
  };
  return Object.fromEntries(
    rows
      .filter(({ isReadOnly }) => !isReadOnly)
      .map((row): [string, FieldLayout] => {
        const { minMultiple, requested } = row;
        const rule =
          minMultiple &&
          words.t("commands.parameters.minMultiple", {
            times: minMultiple.times,
            name: nameOf(minMultiple.parameter),
          });
        const isOther = requested !== null && row.reported !== null && requested !== row.reported;
        const last =
          isOther &&
          words.t("commands.parameters.requestedLast", { value: valueText(row, requested, words) });
        const hint = [rule, last].filter(Boolean).join(" ");
        return [
          pathOf(row.name),
          {
            labelKey: "commands.parameters.name",
            label: parameterName(row, words),
            ...(row.unit !== "" && { unit: row.unit }),
            ...(hint !== "" && { hint }),
            sayChoice: (choice) =>
              row.kind === "switch" ? words.t(`commands.${choice as "on"}`) : choiceText(choice, words),
            messages: {
              required: "commands.parameters.required",
              invalid:
                row.kind === "number" ? "commands.parameters.outOfRange" : "commands.parameters.required",
            },
          },
        ];
      }),
  );
}

const toFieldValue = (value: ParameterRow["reported"]): unknown =>
  typeof value === "boolean" ? SWITCH[value ? 0 : 1] : value;

/** Values that a form begins with: what the device reported last. */
export const reportedValues = (rows: readonly ParameterRow[]): Record<string, unknown> =>
  Object.fromEntries(
    rows
      .filter((row) => !row.isReadOnly && row.reported !== null)
      .map((row) => [row.name, toFieldValue(row.reported)]),
  );

type Values = Readonly<Record<string, NonNullable<ParameterRow["reported"]>>>;

/** Whether the device is known to have a value: a later request for another one may have changed it although its reply was lost. */
const isCurrent = ({ reported, requested }: ParameterRow, value: ParameterRow["reported"]): boolean =>
  value === reported && (requested === null || requested === reported);

/** The values of a form that are not known to be the device's own: only they are set. */
export function changedValues(rows: readonly ParameterRow[], typed: Values): Record<string, Values[string]> {
  const changed = rows.flatMap((row): [string, Values[string]][] => {
    const { name, kind } = row;
    const value = kind === "switch" && typed[name] !== undefined ? typed[name] === SWITCH[0] : typed[name];
    return value === undefined || isCurrent(row, value) ? [] : [[name, value]];
  });
  return Object.fromEntries(changed);
}

/** What keeps a form from being sent: it has no value to set. */
export function findUnchanged(rows: readonly ParameterRow[], values: FormValues): Record<string, MessageKey> {
  const writable = rows.filter(({ isReadOnly }) => !isReadOnly);
  const isUnchanged = (row: ParameterRow): boolean => {
    const typed = String(values[pathOf(row.name)] ?? "").trim();
    return (
      typed === "" || (typed === String(toFieldValue(row.reported) ?? "") && isCurrent(row, row.reported))
    );
  };
  const [first] = writable;
  if (first === undefined || !writable.every(isUnchanged)) return {};
  return { [pathOf(first.name)]: "commands.parameters.unchanged" };
}
