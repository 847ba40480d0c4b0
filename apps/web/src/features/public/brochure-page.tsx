import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { PrintButton } from "../../shared/ui/content/print-button.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import {
  AdjacentModulesDrawing,
  CommandDrawing,
  DayDrawing,
  PathDrawing,
  RoofDrawing,
} from "./brochure-drawings.tsx";
import "./brochure.css";

const features = [
  { name: "see", drawing: <AdjacentModulesDrawing /> },
  { name: "keep", drawing: <PathDrawing /> },
  { name: "sure", drawing: <DayDrawing /> },
  { name: "own", drawing: <CommandDrawing /> },
] as const;

const notes = ["days", "people", "screens"] as const;

/** What the product does and why it is built this way, in pictures (R2.15). */
export function BrochurePage() {
  const { t } = useTranslation();
  return (
    <PublicLayout>
      <section className="brochure-hero">
        <RoofDrawing />
        <h1>{t("brochure.title")}</h1>
        <p>{t("brochure.lead")}</p>
      </section>
      {features.map(({ name, drawing }) => (
        <Feature key={name} title={t(`brochure.${name}.title`)} text={t(`brochure.${name}.text`)}>
          {drawing}
        </Feature>
      ))}
      <div className="brochure-notes">
        {notes.map((name) => (
          <section className="card" key={name}>
            <h2>{t(`brochure.${name}.title`)}</h2>
            <p>{t(`brochure.${name}.text`)}</p>
          </section>
        ))}
      </div>
      <p className="brochure-more screen-only">
        <Link className="button" data-kind="primary" to="/mobile/file">
          {t("brochure.figures")}
        </Link>
        <PrintButton />
      </p>
    </PublicLayout>
  );
}

interface FeatureProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Feature({ title, text, children }: FeatureProps) {
  return (
    <section className="brochure-feature">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <figure>{children}</figure>
    </section>
  );
}
