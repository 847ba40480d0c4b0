import type { ReactNode } from "react";
import type { LinkProps } from "react-router";
import { Link } from "react-router";

interface TileProps {
  readonly label: string;
  /** To the list behind the figure; undefined where the caller cannot open it. */
  readonly link: Pick<LinkProps, "to" | "onClick"> | undefined;
  readonly mark?: ReactNode;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

/** A figure of all plants that leads to the list behind it. */
export function Tile({ label, link, mark, note, children }: TileProps) {
  const figure = (
    <>
      <span className="tile-head">
        <h2 className="tile-label">{label}</h2>
        {mark}
      </span>
      <span className="tile-figure">{children}</span>
    </>
  );
  return (
    <div className="card tile">
      {link === undefined ? (
        <div className="tile-main">{figure}</div>
      ) : (
        <Link {...link} className="tile-main">
          {figure}
        </Link>
      )}
      <div className="tile-note">{note}</div>
    </div>
  );
}
