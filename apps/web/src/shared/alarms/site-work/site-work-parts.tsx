import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../ui/content/icon.tsx";
import { ExtendDialog, StartDialog } from "./site-work-dialog.tsx";
import { useEndWork } from "./use-end-work.ts";
import type { PlantOfWork, ShownSiteWork } from "./use-site-work.ts";
import { useMoment, useSiteWork } from "./use-site-work.ts";
import "./site-work.css";

/** Needs the texts' part `site-work`. */
export function SiteWorkLines(plant: PlantOfWork) {
  const { rows, mayChange } = useSiteWork(plant.stationId);
  const [extended, setExtended] = useState<ShownSiteWork>();
  const end = useEndWork(plant.stationId);
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="site-work">
        {rows.map((row) => (
          <Line
            key={row.siteWorkId}
            row={row}
            timeZone={plant.timeZone}
            {...(mayChange && { onExtend: () => setExtended(row), onEnd: () => void end(row) })}
          />
        ))}
      </ul>
      {extended && <ExtendDialog {...plant} row={extended} onClose={() => setExtended(undefined)} />}
    </>
  );
}

interface LineProps {
  readonly row: ShownSiteWork;
  readonly timeZone: string;
  readonly onExtend?: () => void;
  readonly onEnd?: () => void;
}

function Line({ row, timeZone, onExtend, onEnd }: LineProps) {
  const { t } = useTranslation();
  const momentOf = useMoment(timeZone);
  const { isRunning, byName, reason } = row;
  const times = { from: momentOf(row.fromAt), until: momentOf(row.untilAt) };
  const sentence = t(isRunning ? "siteWork.running" : "siteWork.planned", times);
  return (
    <li>
      <Icon name="wrench" />
      <span className="site-work-text">
        {byName === null ? sentence : t("siteWork.by", { sentence, name: byName })}
        {reason !== "" && ` · ${reason}`}
      </span>
      {isRunning && <span>{t("siteWork.held")}</span>}
      {onExtend && (
        <button type="button" className="link-button" onClick={onExtend}>
          {t("siteWork.change")}
        </button>
      )}
      {onEnd && (
        <button type="button" className="link-button" onClick={onEnd}>
          {t(isRunning ? "siteWork.end" : "siteWork.cancel")}
        </button>
      )}
    </li>
  );
}

/** Needs the texts' part `site-work`. */
export function SiteWorkButton(plant: PlantOfWork) {
  const { t } = useTranslation();
  const { mayChange } = useSiteWork(plant.stationId);
  const [isOpen, setOpen] = useState(false);
  if (!mayChange) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="wrench" />
        {t("siteWork.title")}
      </button>
      {isOpen && <StartDialog {...plant} onClose={() => setOpen(false)} />}
    </>
  );
}
