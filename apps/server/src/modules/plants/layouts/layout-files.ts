import type {
  DataInputOf,
  endpoints,
  Language,
  LayoutDraft,
  LayoutFileFormat,
  PlaceableUnit,
  QueryOf,
} from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import { MAX_LAYOUT_MODULES, MAX_LAYOUT_SIDE } from "@heliograph/contract/layout-limits";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { decodeText } from "../../../infra/sheets/read-csv.ts";
import { readTableInThread } from "../../../infra/sheets/read-table.ts";
import { SheetError } from "../../../infra/sheets/sheet-error.ts";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";
import type { FileResponse } from "../../base/access/file-response.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { numberUnits } from "./automatic-layout.ts";
import type { BuiltLayout } from "./files/draft-builder.ts";
import { createDraftBuilder } from "./files/draft-builder.ts";
import { readLayoutGrid, writeLayoutGrid } from "./files/layout-grid.ts";
import { readLayoutJson, writeLayoutJson } from "./files/layout-json.ts";
import { readLayoutList, writeLayoutList } from "./files/layout-list.ts";
import type { LayoutFileProblem } from "./files/layout-problems.ts";
import type { UnitNames } from "./files/unit-names.ts";
import { createUnitNames } from "./files/unit-names.ts";
import type { createLayoutEditor } from "./layout-editor.ts";
import { isPictureOf } from "./layout-pictures.repository.ts";
import { listPlacedDevices } from "./layout-units.repository.ts";

type Editor = DataInputOf<typeof endpoints.layout.editor>;

/** Rows of the groups' headings come on top of the modules. */
const LIMITS = {
  maxRows: 2 * MAX_LAYOUT_MODULES,
  maxColumns: MAX_LAYOUT_SIDE,
  maxCellCharacters: 200,
};

/** Units that may serve several modules: a string, whose modules have no electronics. */
const listShared = (units: readonly PlaceableUnit[]): ReadonlySet<number> =>
  new Set(units.flatMap(({ key, type }) => (type === "SCON" || type === "MCON" ? [key] : [])));

function toSentence({ key, row, column, value }: LayoutFileProblem, language: Language): string {
  const place = row === null ? column : formatMessage(language, "layoutFile.row", { row, column });
  return formatMessage(language, key, { place, value }).replace(/[:：]\s*$/u, "");
}

/** Writes a layout as a file. */
export async function writeLayout(
  layout: LayoutDraft,
  names: UnitNames,
  format: LayoutFileFormat,
): Promise<Omit<FileResponse, "fileName">> {
  if (format === "json")
    return { contentType: "application/json", content: Buffer.from(writeLayoutJson(layout, names)) };
  return await writeSheet(
    format === "csv" ? writeLayoutList(layout, names) : writeLayoutGrid(layout, names),
    format,
  );
}

/** Reads a layout from a file. Throws A0700 for a file that is none of its format. */
export async function readLayout(
  content: Uint8Array,
  { format, names, units }: { format: LayoutFileFormat; names: UnitNames; units: readonly PlaceableUnit[] },
): Promise<BuiltLayout> {
  const builder = createDraftBuilder(names, listShared(units));
  if (format === "json") return readLayoutJson(decode(content), builder);
  const table = await readTableInThread(content, format, LIMITS);
  return format === "csv" ? readLayoutList(table, builder) : readLayoutGrid(table, builder);
}

function decode(content: Uint8Array): string {
  try {
    return decodeText(content);
  } catch (error) {
    if (error instanceof SheetError) throw new AppError("A0700", { messageKey: error.problem });
    throw error;
  }
}

/** Layouts as files: what the editor shows, and back into it. */
export function createLayoutFiles(deps: { db: Db; editor: ReturnType<typeof createLayoutEditor>["editor"] }) {
  async function open(scope: Scope, plant: PlantAccess): Promise<Editor & { names: UnitNames }> {
    const [editor, devices] = await Promise.all([
      deps.editor(scope, plant),
      listPlacedDevices(deps.db, plant),
    ]);
    return { ...editor, names: createUnitNames(editor.units, numberUnits(devices)) };
  }

  /** A picture of another plant, or one that was deleted, is left out. */
  async function withOwnPicture(plant: PlantAccess, layout: LayoutDraft): Promise<LayoutDraft> {
    const { background, ...rest } = layout;
    if (background === undefined || (await isPictureOf(deps.db, plant, background.pictureKey))) return layout;
    return rest;
  }

  return {
    /** The draft of a plant, or what is published, as a file. */
    async exportFile(
      scope: Scope,
      plant: PlantAccess,
      { format, source }: QueryOf<typeof endpoints.layout.export>,
    ): Promise<FileResponse> {
      const { layout, draft, names } = await open(scope, plant);
      const shown = source === "draft" ? (draft?.layout ?? layout) : layout;
      return { fileName: `layout.${format}`, ...(await writeLayout(shown, names, format)) };
    },

    /** What a file has, for the editor. */
    async readFile(
      { scope, language }: Actor,
      plant: PlantAccess,
      file: { format: LayoutFileFormat; content: Uint8Array },
    ): Promise<DataInputOf<typeof endpoints.layout.read>> {
      const { names, units } = await open(scope, plant);
      const read = await readLayout(file.content, { format: file.format, names, units });
      if ("layout" in read)
        return {
          layout: await withOwnPicture(plant, read.layout),
          unknown: [...read.unknown],
          problems: [],
        };
      const problems = read.problems.map((problem) => ({
        row: problem.row,
        column: problem.column,
        text: toSentence(problem, language),
      }));
      return { layout: null, unknown: [], problems };
    },
  };
}
