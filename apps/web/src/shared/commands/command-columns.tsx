import type { Command } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { formatSecond } from "../base/format/times.ts";
import { Missing } from "../ui/status/quantity.tsx";
import { StatusMark } from "../ui/status/status-mark.tsx";
import type { Column } from "../ui/table/column.ts";
import { codeText, opText, STATE_VARIANTS, targetText } from "./command-texts.ts";
import { valuesText } from "./parameter-texts.ts";

interface ColumnsInput {
  readonly t: TFunction;
  readonly tag: string;
  readonly timeZone: string;
  readonly exists: (key: string) => boolean;
}

/** Who sent what when, to which device, and what became of it. */
export function commandColumns({ t, tag, timeZone, exists }: ColumnsInput): readonly Column<Command>[] {
  const at = (iso: string | null) =>
    iso === null ? (
      <Missing />
    ) : (
      <time className="quantity" dateTime={iso} title={timeZone}>
        {formatSecond(Date.parse(iso), timeZone, tag)}
      </time>
    );
  const requested = (row: Command): string => valuesText(row.requested, t, exists);
  const results = ({ resultCount, doneCount }: Command): string =>
    resultCount === 0 ? "" : t("commands.doneOf", { done: doneCount, total: resultCount });
  return [
    {
      key: "createdAt",
      titleKey: "commands.column.createdAt",
      isHideable: false,
      isOpener: true,
      render: ({ createdAt }) => at(createdAt),
      exportValue: ({ createdAt }) => createdAt,
    },
    {
      key: "op",
      titleKey: "commands.column.op",
      isHideable: false,
      render: ({ op }) => opText(op, t),
      exportValue: ({ op }) => opText(op, t),
    },
    {
      key: "target",
      titleKey: "commands.column.target",
      render: (row) => targetText(row, t),
      exportValue: (row) => targetText(row, t),
    },
    {
      key: "requested",
      titleKey: "commands.column.requested",
      isTruncated: true,
      render: (row) => requested(row) || <Missing />,
      exportValue: requested,
    },
    {
      key: "byName",
      titleKey: "commands.column.byName",
      render: ({ byName }) => byName ?? <Missing />,
      exportValue: ({ byName }) => byName,
    },
    {
      key: "state",
      titleKey: "commands.column.state",
      render: ({ state, code, percent }) => (
        <span title={codeText(code, t)}>
          <StatusMark
            variant={STATE_VARIANTS[state]}
            text={
              state === "running" && percent !== null
                ? t("commands.runningPercent", { percent })
                : t(`commands.state.${state}`)
            }
          />
        </span>
      ),
      exportValue: ({ state }) => t(`commands.state.${state}`),
    },
    {
      key: "code",
      titleKey: "commands.column.code",
      isTruncated: true,
      render: ({ code }) => codeText(code, t) ?? <Missing />,
      exportValue: ({ code }) => codeText(code, t) ?? null,
    },
    {
      key: "results",
      titleKey: "commands.column.results",
      render: (row) => results(row) || <Missing />,
      exportValue: results,
    },
    {
      key: "repliedAt",
      titleKey: "commands.column.repliedAt",
      render: ({ repliedAt }) => at(repliedAt),
      exportValue: ({ repliedAt }) => repliedAt,
    },
  ];
}
