import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/content/icon.tsx";
import type { AlarmLogTable } from "./use-alarm-log.ts";

/** Leads to older entries and back to the newest; the browser goes back page by page. */
export function CursorPager({ table }: { readonly table: AlarmLogTable }) {
  const { t } = useTranslation();
  const { cursor } = table.state.filters;
  const next = table.list.data?.next ?? undefined;
  if (cursor === undefined && next === undefined) return null;
  const go = (to: string | undefined): void => table.set({ filters: { cursor: to } });
  return (
    <nav className="pager" aria-label={t("table.pages")}>
      <button type="button" className="button" disabled={cursor === undefined} onClick={() => go(undefined)}>
        <Icon name="left" />
        {t("logs.alarm.newest")}
      </button>
      <button type="button" className="button" disabled={next === undefined} onClick={() => go(next)}>
        {t("logs.alarm.older")}
        <Icon name="right" />
      </button>
    </nav>
  );
}
