import type { DataInputOf, endpoints, Language } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { DocumentPhotograph, DocumentRoof, ReportDocument } from "../../../infra/documents/document.ts";
import { DOCUMENT_LOCALES } from "../../../infra/documents/document-locales.ts";

type Layout = DataInputOf<typeof endpoints.layout.get>;

/** More rows would be a book; the layout as CSV has them all. */
const MAX_LISTED = 2_000;
const SN_END = 6;

export interface RoofPlant {
  readonly name: string;
  readonly timeZone: string;
  readonly brand: string;
}

function toGroups({ groups, cells, units }: Layout): DocumentRoof["groups"] {
  const modules = groups.map((): { row: number; column: number; lines: string[] }[] => []);
  for (const [index, unit] of cells.unit.entries()) {
    const { sn, label } = units[unit]!;
    modules[cells.group[index]!]!.push({
      row: cells.row[index]!,
      column: cells.column[index]!,
      lines: [label, (sn ?? "").slice(-SN_END)].filter((line) => line !== ""),
    });
  }
  return groups.map((group, index) => ({ ...group, modules: modules[index]! }));
}

/** The roof of a plant as a document: every module at its place, and a list of them. */
export function writeRoofDocument(
  layout: Layout,
  {
    plant,
    photograph,
    language,
    now,
  }: {
    plant: RoofPlant;
    photograph: DocumentPhotograph | undefined;
    language: Language;
    now: number;
  },
): ReportDocument {
  const say = (key: Parameters<typeof formatMessage>[1], params?: Parameters<typeof formatMessage>[2]) =>
    formatMessage(language, key, params);
  const locale = DOCUMENT_LOCALES[language];
  const moment = (at: number): string =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: "medium",
      timeStyle: "short",
      timeZone: plant.timeZone,
    }).format(at);
  const { version, groups, cells, units } = layout;
  const placed = new Set(cells.unit);
  const listed = cells.unit.slice(0, MAX_LISTED);
  const versionText =
    version === null
      ? say("layoutPdf.automatic")
      : [version.number, moment(Date.parse(version.publishedAt)), version.publishedBy]
          .filter((part) => part !== null)
          .join(" · ");
  return {
    locale,
    brand: plant.brand,
    title: plant.name,
    subtitle: say("layoutPdf.title"),
    facts: [
      [say("layoutPdf.version"), versionText],
      [say("layoutPdf.groups"), String(groups.length)],
      [say("layoutPdf.modules"), String(cells.unit.length)],
      [say("layoutPdf.units"), String([...placed].filter((unit) => units[unit]!.type !== null).length)],
    ],
    figures: [],
    roof: { title: say("layoutPdf.roof"), groups: toGroups(layout), photograph },
    tables: [
      {
        title: say("layoutPdf.modules"),
        columns: [
          { title: say("layoutPdf.group") },
          { title: say("layoutPdf.row"), isNumber: true, share: 0.5 },
          { title: say("layoutPdf.column"), isNumber: true, share: 0.5 },
          { title: say("column.device.slotLabel") },
          { title: say("column.device.sn"), share: 1.6 },
        ],
        rows: listed.map((unit, index) => [
          groups[cells.group[index]!]!.name,
          { value: cells.row[index]! + 1, digits: 0 },
          { value: cells.column[index]! + 1, digits: 0 },
          units[unit]!.label,
          units[unit]!.sn ?? "",
        ]),
        emptyText: say("layoutPdf.none"),
      },
    ],
    notesTitle: say("layoutPdf.notes"),
    notes: listed.length < cells.unit.length ? [say("layoutPdf.more", { count: MAX_LISTED })] : [],
    footer: `${plant.brand} · ${moment(now)} (${plant.timeZone})`,
    pageText: "{page} / {pages}",
    sheetName: say("layoutPdf.title"),
  };
}
