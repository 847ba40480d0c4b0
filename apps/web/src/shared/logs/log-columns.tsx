import type { LogRow, PlantLogRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { Missing } from "../ui/status/quantity.tsx";
import type { Column } from "../ui/table/column.ts";
import { formatChanges } from "./format-changes.ts";
import { formatObject } from "./format-value.ts";
import type { LogTexts } from "./log-texts.ts";
import { formatMoment } from "./moments.ts";
import "./logs.css";

/** Who acted: a person, the platform itself, or undefined for a device. */
export function actorOf(row: PlantLogRow, t: TFunction): string | undefined {
  if (row.actorId === null) return row.method === "link" ? undefined : t("logs.actor.platform");
  return row.actorName ?? t("logs.deletedAccount");
}

/** Object of a row as type and name; only the type if it was deleted or has no name. */
export function objectOf({ objectType, objectName, objectId, names }: PlantLogRow, words: LogTexts): string {
  const kind = objectType === "" ? "" : words.objectType(objectType);
  if (objectName !== null) return `${kind} ${objectName}`.trim();
  const known = names[objectId];
  const said = formatObject(objectId, { kind: objectType, names, words });
  if (said === undefined) return kind;
  return known?.isDeleted === false ? `${kind} ${said}` : said;
}

const toText = (value: unknown): string => (value === null ? "" : JSON.stringify(value));

const isValue = ({ key }: Column<PlantLogRow>) => key === "original" || key === "new";

const valueColumns: readonly Column<PlantLogRow>[] = [
  {
    key: "original",
    titleKey: "logs.column.original",
    isInitiallyHidden: true,
    isWrapped: true,
    width: "28rem",
    render: ({ original }) => <code className="log-value">{toText(original)}</code>,
    exportValue: ({ original }) => toText(original),
  },
  {
    key: "new",
    titleKey: "logs.column.new",
    isInitiallyHidden: true,
    isWrapped: true,
    width: "28rem",
    render: (row) => <code className="log-value">{toText(row.new)}</code>,
    exportValue: (row) => toText(row.new),
  },
];

/** When, who, what and about what, of every log; the whole values before and after are for the drawer and the export. */
function commonColumns(t: TFunction, tag: string, words: LogTexts): readonly Column<PlantLogRow>[] {
  return [
    {
      key: "at",
      titleKey: "logs.column.at",
      isHideable: false,
      isOpener: true,
      render: ({ at }) => (
        <time className="quantity" dateTime={at}>
          {formatMoment(at, tag)}
        </time>
      ),
      exportValue: ({ at }) => at,
    },
    {
      key: "actor",
      titleKey: "logs.column.actor",
      isTruncated: true,
      render: (row) => actorOf(row, t) ?? <Missing />,
      exportValue: (row) => actorOf(row, t),
    },
    {
      key: "type",
      titleKey: "logs.column.type",
      render: ({ type }) => words.type(type),
      exportValue: ({ type }) => words.type(type),
    },
    {
      key: "object",
      titleKey: "logs.column.object",
      isTruncated: true,
      render: (row) => objectOf(row, words) || <Missing />,
      exportValue: (row) => objectOf(row, words),
    },
    ...valueColumns,
  ];
}

const changeColumn = (tag: string, words: LogTexts): Column<PlantLogRow> => ({
  key: "change",
  titleKey: "logs.value.difference",
  isTruncated: true,
  render: (row) => formatChanges(row, words, tag) || <Missing />,
  exportValue: (row) => formatChanges(row, words, tag),
});

/** Of a plant's own log: with what changed, in a line. */
export function plantLogColumns(t: TFunction, tag: string, words: LogTexts): readonly Column<PlantLogRow>[] {
  const columns = commonColumns(t, tag, words);
  return [
    ...columns.filter((column) => !isValue(column)),
    changeColumn(tag, words),
    ...columns.filter(isValue),
  ];
}

/** Of a log of one object and one kind of change: when, who, and what changed. */
export function changeLogColumns(t: TFunction, tag: string, words: LogTexts): readonly Column<PlantLogRow>[] {
  return plantLogColumns(t, tag, words).filter(({ key }) => key !== "type" && key !== "object");
}

/** Of the device log: as all logs, with what changed in a line; nearly all of its rows are from the device link. */
export function deviceLogColumns(t: TFunction, tag: string, words: LogTexts): readonly Column<LogRow>[] {
  const columns = logColumns(t, tag, words);
  const isFirst = ({ key }: Column<LogRow>) => ["at", "type", "object"].includes(key);
  const hidden = new Set(["method", "address", "number"]);
  return [
    ...columns.filter(isFirst),
    changeColumn(tag, words),
    ...columns
      .filter((column) => !isFirst(column))
      .map((column) => (hidden.has(column.key) ? { ...column, isInitiallyHidden: true } : column)),
  ];
}

/** Of rows that outlive the names they are shown with. */
const idColumns = (["actorId", "objectId", "stationId"] as const).map(
  (key): Column<LogRow> => ({
    key,
    titleKey: `logs.column.${key}`,
    isInitiallyHidden: true,
    render: (row) => (row[key] ? <code>{row[key]}</code> : <Missing />),
    exportValue: (row) => row[key],
  }),
);

/** The columns of R3.14. */
export function logColumns(t: TFunction, tag: string, words: LogTexts): readonly Column<LogRow>[] {
  const common = commonColumns(t, tag, words);
  return [
    ...common.filter((column) => !isValue(column)),
    {
      key: "station",
      titleKey: "logs.column.station",
      isTruncated: true,
      render: ({ stationName }) => stationName ?? <Missing />,
      exportValue: ({ stationName }) => stationName,
    },
    {
      key: "method",
      titleKey: "logs.column.method",
      render: ({ method }) => (method === "" ? <Missing /> : words.method(method)),
      exportValue: ({ method }) => words.method(method),
    },
    {
      key: "address",
      titleKey: "logs.column.address",
      render: ({ address }) => address || <Missing />,
      exportValue: ({ address }) => address,
    },
    {
      key: "number",
      titleKey: "logs.column.number",
      align: "right",
      render: ({ number }) => number ?? <Missing />,
      exportValue: ({ number }) => number,
    },
    ...common.filter(isValue),
    ...idColumns,
  ];
}
