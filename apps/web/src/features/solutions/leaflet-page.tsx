import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { BrandMark, BrandName } from "../../shared/ui/content/brand.tsx";
import { PrintButton } from "../../shared/ui/content/print-button.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { KindLinks } from "./kind-links.tsx";
import { kinds, leafletPath } from "./kinds.ts";
import { LimitFigures } from "./shutdown-flow.tsx";
import { SystemDrawing } from "./system-drawing.tsx";
import "./solutions.css";
import "./leaflet.css";

const panels = ["cover", "see", "know", "build", "trust", "start"] as const;
type Panel = (typeof panels)[number];

/** The leaflet (R2.20): six panels, three on each side of an A4 sheet. */
export function LeafletPage() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<readonly Panel[]>(["cover"]);
  const isAllOpen = opened.length === panels.length;
  const toggle = (panel: Panel): void =>
    setOpened((now) => (now.includes(panel) ? now.filter((each) => each !== panel) : [...now, panel]));
  return (
    <PublicLayout>
      <div className="public-title">
        <KindLinks current={leafletPath} />
        <PrintButton />
      </div>
      <div className="leaflet-head screen-only">
        <div>
          <h1>{t("solution.leaflet")}</h1>
          <p className="solution-lead">{t("foldout.lead")}</p>
        </div>
        <button type="button" className="button" onClick={() => setOpened(isAllOpen ? ["cover"] : panels)}>
          {t(isAllOpen ? "foldout.closeAll" : "foldout.openAll")}
        </button>
      </div>
      <div className="leaflet">
        {panels.map((panel) => (
          <LeafletPanel
            key={panel}
            panel={panel}
            isOpen={opened.includes(panel)}
            onToggle={() => toggle(panel)}
          >
            {contents[panel]}
          </LeafletPanel>
        ))}
      </div>
    </PublicLayout>
  );
}

interface PanelProps {
  readonly panel: Panel;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

function LeafletPanel({ panel, isOpen, onToggle, children }: PanelProps) {
  const { t } = useTranslation();
  const id = `leaflet-${panel}`;
  return (
    <section className="leaflet-panel" data-panel={panel} data-open={isOpen} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {t(`foldout.${panel}.title`)}
        </button>
      </h2>
      <div id={id} className="leaflet-text">
        {children}
      </div>
    </section>
  );
}

const contents: Record<Panel, ReactNode> = {
  cover: <Cover />,
  see: <See />,
  know: <Know />,
  build: <Build />,
  trust: <Trust />,
  start: <Start />,
};

function Cover() {
  const { t } = useTranslation();
  const [, , all] = kinds;
  return (
    <>
      <p className="leaflet-claim">{t("foldout.cover.text")}</p>
      {all !== undefined && <SystemDrawing kind={all} label={t("solution.drawing.MRO")} isPlain />}
      <span className="brand">
        <BrandMark />
        <BrandName />
      </span>
    </>
  );
}

function See() {
  const { t } = useTranslation();
  return (
    <ul>
      <li>{t("foldout.see.power")}</li>
      <li>{t("foldout.see.energy")}</li>
      <li>{t("foldout.see.coverage")}</li>
      <li>{t("foldout.see.state")}</li>
    </ul>
  );
}

function Know() {
  const { t } = useTranslation();
  return (
    <ul>
      <li>{t("foldout.know.status")}</li>
      <li>{t("foldout.know.alarms")}</li>
      <li>{t("foldout.know.night")}</li>
      <li>{t("foldout.know.late")}</li>
    </ul>
  );
}

function Build() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("foldout.build.text")}</p>
      <dl className="leaflet-kinds">
        {kinds.map(({ id, path, title }) => (
          <div key={id}>
            <dt>
              <Link to={path}>{title}</Link>
            </dt>
            <dd>{t(`solution.suitability.${id}`)}</dd>
          </div>
        ))}
      </dl>
      <LimitFigures />
    </>
  );
}

function Trust() {
  const { t } = useTranslation();
  return (
    <>
      <ul>
        <li>{t("foldout.trust.stored")}</li>
        <li>{t("foldout.trust.own")}</li>
        <li>{t("foldout.trust.outside")}</li>
        <li>{t("foldout.trust.open")}</li>
      </ul>
      <p className="flow-source">{t("solution.source")}</p>
    </>
  );
}

function Start() {
  const { t } = useTranslation();
  return (
    <>
      <ol>
        <li>{t("foldout.start.plant")}</li>
        <li>{t("foldout.start.gateway")}</li>
        <li>{t("foldout.start.live")}</li>
      </ol>
      <Link className="button screen-only" data-kind="primary" to="/agreement?part=manual">
        {t("foldout.start.more")}
      </Link>
      <p className="leaflet-address">{location.host}</p>
    </>
  );
}
