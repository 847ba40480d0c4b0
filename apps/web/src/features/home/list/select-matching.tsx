import type { StationRow } from "@heliograph/contract";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { collectRows } from "../../../shared/ui/table/collect-rows.ts";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import type { PlantListTable } from "../plant-list.ts";

/** Each of them is read first, tagged in parts, and invited to by a call of its own. */
const MAX_SELECTED = 1_000;

interface SelectMatchingProps {
  readonly table: PlantListTable;
  readonly selection: Selection<StationRow>;
}

/** Selects the plants of all pages, once those of a page are selected. */
export function SelectMatching({ table, selection }: SelectMatchingProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [running, setRunning] = useState<AbortController>();
  /** Size of the selection after all were selected; one that is smaller lacks some of them again. */
  const [whole, setWhole] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => () => running?.abort(), [running]);
  const { data, isPlaceholderData } = table.list;
  const total = data?.total ?? 0;
  const isPageSelected = data?.rows.every(selection.has) === true && total > data.rows.length;
  if (isPlaceholderData || !isPageSelected) return null;
  const count = Math.min(total, MAX_SELECTED);
  const limits = { count, total: formatNumber(total, tag, 0) };

  async function selectAll(): Promise<void> {
    const controller = new AbortController();
    setRunning(controller);
    const { signal } = controller;
    const pageSize = table.schema.pageSizes.at(-1) ?? table.state.pageSize;
    try {
      const rows = await collectRows({
        read: table.read,
        pageSize,
        keyOf: ({ stationId }) => stationId,
        signal,
        maxRows: MAX_SELECTED,
      });
      selection.toggle(rows, true);
      setWhole(new Set([...selection.rows, ...rows].map(({ stationId }) => stationId)).size);
    } catch {
      // A failed call has said so; the selection stays as it was.
    } finally {
      setRunning(undefined);
    }
  }

  if (selection.rows.length >= whole)
    return total > count ? <span className="note">{t("plantList.firstSelected", limits)}</span> : null;
  return (
    <button
      type="button"
      className="button"
      disabled={running !== undefined}
      aria-busy={running !== undefined}
      onClick={() => void selectAll()}
    >
      {t(total > count ? "plantList.selectFirst" : "plantList.selectMatching", limits)}
    </button>
  );
}
