import type { ReactNode } from "react";
import { Missing } from "../status/quantity.tsx";
import "./facts.css";

/** What is known of something, as names and values; a dash where nothing is known. */
export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

const isEmpty = (value: ReactNode): boolean =>
  value === undefined || value === null || value === "" || value === false;

export function Fact({ name, children }: { readonly name: string; readonly children?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isEmpty(children) ? <Missing /> : children}</dd>
    </div>
  );
}
