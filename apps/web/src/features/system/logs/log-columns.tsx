import type { LogRow } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatDateTime } from "../../../shared/format/times.ts";
import type { Column } from "../../../shared/ui/data-table/column.ts";
import { Missing } from "../../../shared/ui/quantity.tsx";
import type { LogWords } from "./log-words.ts";

// What happened on plants of all zones stands in one column.
export const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The operator of a row; undefined where no account acted. */
export function actorOf({ actorId, actorName }: LogRow, t: TFunction): string | undefined {
  if (actorId === null) return undefined;
  return actorName ?? t("logs.deletedAccount");
}

/** What a row is about, as kind and name; by its id where it has no name. */
export function objectOf({ objectType, objectName, objectId }: LogRow, words: LogWords): string {
  const kind = objectType === "" ? "" : words.objectType(objectType);
  return [kind, objectName ?? objectId.slice(0, 8)].filter((part) => part !== "").join(" ");
}

const toText = (value: unknown): string => (value === null ? "" : JSON.stringify(value));

/** The columns of R3.14; both values are for the drawer and the export. */
export function logColumns(t: TFunction, tag: string, words: LogWords): readonly Column<LogRow>[] {
  return [
    {
      key: "at",
      titleKey: "logs.column.at",
      isHideable: false,
      isOpener: true,
      render: ({ at }) => (
        <time className="quantity" dateTime={at}>
          {formatDateTime(Date.parse(at), viewerZone, tag)}
        </time>
      ),
      exportValue: ({ at }) => at,
    },
    {
      key: "actor",
      titleKey: "logs.column.actor",
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
      render: (row) => objectOf(row, words) || <Missing />,
      exportValue: (row) => objectOf(row, words),
    },
    {
      key: "station",
      titleKey: "logs.column.station",
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
    {
      key: "original",
      titleKey: "logs.column.original",
      isHiddenFirst: true,
      isWrapped: true,
      width: "28rem",
      render: ({ original }) => <code className="log-value">{toText(original)}</code>,
      exportValue: ({ original }) => toText(original),
    },
    {
      key: "new",
      titleKey: "logs.column.new",
      isHiddenFirst: true,
      isWrapped: true,
      width: "28rem",
      render: (row) => <code className="log-value">{toText(row.new)}</code>,
      exportValue: (row) => toText(row.new),
    },
  ];
}
