import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import "./page.css";

/** A page above this one. */
export interface Crumb {
  readonly text: string;
  readonly address: string;
  /** Passed to the page with the address. */
  readonly state?: unknown;
}

export interface PageHeadProps {
  readonly title: ReactNode;
  /** The parent pages, the outermost first; home is added before them. */
  readonly crumbs?: readonly Crumb[];
  /** Names this page at the end of its path. */
  readonly here?: string;
  /** Content beside the title, such as a status. */
  readonly beside?: ReactNode;
  /** Description of the page or of its object. */
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
}

/** Breadcrumbs, title and actions of a page. */
export function PageHead({ title, crumbs = [], here, beside, text, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="page-name">
        {here !== undefined && <Path crumbs={crumbs} here={here} />}
        <div className="page-title">
          <h1>{title}</h1>
          {beside}
        </div>
        {text !== undefined && <div className="page-text">{text}</div>}
      </div>
      {actions !== undefined && <div className="page-actions">{actions}</div>}
    </header>
  );
}

function Path({ crumbs, here }: { crumbs: readonly Crumb[]; here: string }) {
  const { t } = useTranslation();
  return (
    <nav className="crumbs" aria-label={t("frame.path")}>
      {[{ text: t("frame.home"), address: "/home" }, ...crumbs].map(({ text, address, state }: Crumb) => (
        <span key={address}>
          <Link to={address} state={state}>
            {text}
          </Link>
          <span aria-hidden="true">/</span>
        </span>
      ))}
      <span aria-current="page">{here}</span>
    </nav>
  );
}
