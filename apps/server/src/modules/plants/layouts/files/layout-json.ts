import type { LayoutDraft } from "@heliograph/contract";
import { layoutBackground } from "@heliograph/contract";
import { z } from "zod";
import type { BuiltLayout, DraftBuilder } from "./draft-builder.ts";
import { groupNumbers, readPole, readSide } from "./group-fields.ts";
import type { UnitNames } from "./unit-names.ts";

/** Schema and its meaning: docs/layout-format.md. */
const FORMAT = "heliograph-layout";
const VERSION = 1;

/** A layout as JSON. */
export function writeLayoutJson({ groups, background }: LayoutDraft, names: UnitNames): string {
  const file = {
    format: FORMAT,
    version: VERSION,
    ...(background && { background }),
    groups: groups.map(({ cells, ...group }) => ({
      ...group,
      modules: cells.map(({ row, column, unit, pole }) => ({
        row: row + 1,
        column: column + 1,
        unit: (unit === null ? "" : names.write(unit, "sn")) || null,
        pole,
      })),
    })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

// Its parts are checked one by one, so that a problem is named by its path.
const looseGroup = z.looseObject({ modules: z.array(z.looseObject({})).default([]) });
const looseFile = z.looseObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  groups: z.array(looseGroup),
});

type Json = Readonly<Record<string, unknown>>;

/** What readers of texts take: nothing for null, and for other kinds a text that is refused. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

function parse(text: string): z.output<typeof looseFile> | { readonly path: string } {
  try {
    const parsed = looseFile.safeParse(JSON.parse(text.replace(/^\uFEFF/u, "")));
    return parsed.success ? parsed.data : { path: parsed.error.issues[0]?.path.join(".") ?? "" };
  } catch {
    return { path: "" };
  }
}

/** Reads a layout from JSON; problems name the path of the value. */
export function readLayoutJson(text: string, builder: DraftBuilder): BuiltLayout {
  const file = parse(text);
  if (!("groups" in file)) {
    builder.fail("layoutFile.format", { row: null, column: file.path || "JSON" });
    return builder.build();
  }
  for (const [index, group] of file.groups.entries()) {
    const path = `groups[${index}]`;
    const at = (name: string) => ({ row: null, column: `${path}.${name}` });
    const fields: Json = group;
    const numbers = Object.fromEntries(groupNumbers.map((field) => [field, toText(fields[field])])) as Record<
      (typeof groupNumbers)[number],
      string
    >;
    const into = builder.addGroup({
      groupKey: toText(fields.groupKey),
      name: toText(fields.name),
      numbers,
      at,
    });
    for (const side of ["rows", "columns"] as const) {
      const given = toText(fields[side]);
      if (given === "") continue;
      into[side] = readSide(given) ?? builder.fail("layoutFile.format", at(side), given);
    }
    for (const [number, module] of group.modules.entries())
      addModule(builder, into, { module, path: `${path}.modules[${number}]` });
  }
  const background = layoutBackground.optional().safeParse(file.background ?? undefined);
  if (!background.success) {
    const path = background.error.issues[0]?.path ?? [];
    builder.fail("layoutFile.format", { row: null, column: ["background", ...path].join(".") });
  }
  const built = builder.build();
  return "layout" in built && background.data !== undefined
    ? { ...built, layout: { ...built.layout, background: background.data } }
    : built;
}

function addModule(
  builder: DraftBuilder,
  into: ReturnType<DraftBuilder["addGroup"]>,
  { module, path }: { module: Json; path: string },
): void {
  const at = (name: string) => ({ row: null, column: `${path}.${name}` });
  const [row, column] = (["row", "column"] as const).map((name) => {
    const text = toText(module[name]);
    if (text === "") return builder.fail("layoutFile.noCoordinates", at(name));
    return readSide(text) ?? builder.fail("layoutFile.format", at(name), text);
  });
  const pole = toText(module.pole);
  const position =
    pole === "" ? null : (readPole(pole) ?? builder.fail("layoutFile.format", at("pole"), pole));
  if (row === undefined || column === undefined || position === undefined) return;
  const unit = toText(module.unit);
  builder.addModule(into, { row: row - 1, column: column - 1, unit, pole: position }, at("unit"));
}
