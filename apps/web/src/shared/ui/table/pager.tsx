import type { PageSize } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { IconButton } from "../content/icon-button.tsx";
import { formatTotal } from "./format-total.ts";
import { pagesAround } from "./pages-around.ts";
import type { TableState } from "./table-state.ts";
import "./pager.css";

interface PagerProps {
  readonly state: Pick<TableState, "page" | "pageSize">;
  readonly pageSizes: readonly PageSize[];
  readonly total: number;
  /** More rows match than the total. */
  readonly isTotalCapped?: boolean;
  readonly onChange: (change: { page: number } | { pageSize: PageSize }) => void;
}

/** Range of the rows on screen, links to the pages around, and the page size. */
export function Pager(props: PagerProps) {
  const { state, pageSizes, total, isTotalCapped = false, onChange } = props;
  const { page, pageSize } = state;
  const { t } = useTranslation();
  const { tag } = useLocale();
  const say = (value: number): string => formatNumber(value, tag, 0);
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  const to = Math.min(total, page * pageSize);
  const step = (label: string, icon: "left" | "right", target: number) => (
    <IconButton
      icon={icon}
      label={label}
      isQuiet
      disabled={target < 1 || target > last}
      onClick={() => onChange({ page: target })}
    />
  );
  return (
    <div className="pager">
      <span className="pager-range">
        {t("table.range", { from: say(from), to: say(to), total: formatTotal(total, isTotalCapped, tag) })}
      </span>
      {last > 1 && (
        <nav aria-label={t("table.pages")}>
          {step(t("table.previous"), "left", page - 1)}
          {pagesAround(page, last).map((each, index) =>
            each === undefined ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the two gaps have their fixed places
              <span key={`gap ${index}`} aria-hidden="true">
                …
              </span>
            ) : (
              <button
                key={each}
                type="button"
                className="button pager-page"
                data-kind="quiet"
                aria-label={t("table.page", { page: say(each) })}
                aria-current={each === page ? "page" : undefined}
                onClick={() => onChange({ page: each })}
              >
                {say(each)}
              </button>
            ),
          )}
          {step(t("table.next"), "right", page + 1)}
        </nav>
      )}
      <select
        className="input pager-size"
        aria-label={t("table.pageSize")}
        value={pageSize}
        onChange={(event) => onChange({ pageSize: Number(event.target.value) as PageSize })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {t("table.perPage", { size })}
          </option>
        ))}
      </select>
    </div>
  );
}
