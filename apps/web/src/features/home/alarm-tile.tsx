import { endpoints } from "virtual:endpoints";
import type { AlarmKind, DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, refreshAll } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { toPlants } from "./plant-links.ts";
import { Tile } from "./tile.tsx";

type Overview = DataOf<typeof endpoints.home.getOverview>;

const RELOAD_MS = 5_000;
const kinds: readonly AlarmKind[] = ["device", "threshold"];

/** Unresolved alarms of all plants, each kind with a link to its list; the sum of both kinds leads to the plants that have them. */
export function AlarmTile({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const canRead = useCan("alarm:read");
  const counts = useQuery({ ...queryOf(endpoints.alarm.counts, {}), enabled: canRead === true });
  const reload = useThrottled(
    () => refreshAll([endpoints.alarm.counts, endpoints.home.getOverview]),
    RELOAD_MS,
  );
  useLive("alarms", reload, reload);
  const { unresolvedAlarms, alarmsHiddenCount } = overview;
  if (canRead !== true)
    return (
      <Tile
        label={t("fleet.openAlarms")}
        link={undefined}
        note={canRead === false && t("fleet.noPermission")}
      >
        –
      </Tile>
    );
  const totals = kinds.map((kind) => ({
    kind,
    total: (counts.data?.rows ?? []).reduce((sum, row) => sum + (row.kind === kind ? row.total : 0), 0),
  }));
  const shown = totals.filter(({ total }) => total > 0);
  const [only = "device", ...others] = shown.map(({ kind }) => kind);
  return (
    <Tile
      label={t("fleet.openAlarms")}
      link={others.length === 0 ? { to: `/alarms/${only}` } : toPlants("openAlarms")}
      note={
        <>
          {unresolvedAlarms === null && t("home.kept")}
          {unresolvedAlarms === 0 && t("fleet.noAlarms")}
          <span className="tile-links">
            {shown.map(({ kind, total }) => (
              <Link key={kind} to={`/alarms/${kind}`}>
                {t(`fleet.${kind}Alarms`, { figure: formatNumber(total, tag, 0) })}
              </Link>
            ))}
          </span>
          {unresolvedAlarms !== null && (
            <HiddenNote count={alarmsHiddenCount} link={toPlants(undefined, { gap: "hidden-alarms" })} />
          )}
        </>
      }
    >
      <span className="quantity">
        {unresolvedAlarms === null ? "–" : formatNumber(unresolvedAlarms, tag, 0)}
      </span>
    </Tile>
  );
}
