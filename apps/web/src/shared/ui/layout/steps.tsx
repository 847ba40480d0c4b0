import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../content/icon.tsx";
import "./steps.css";

/** A short way to go, its steps side by side. */
export function Steps({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="card steps" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{text}</p>
      </header>
      <ol>{children}</ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly state: "done" | "now" | "later";
  readonly title: string;
  readonly text: string;
  /** What to press; shown while it is this step's turn. */
  readonly children?: ReactNode;
}

export function Step({ number, state, title, text, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li data-state={state} aria-current={state === "now" ? "step" : undefined}>
      <span className="step-mark" aria-hidden="true">
        {state === "done" ? <Icon name="check" /> : number}
      </span>
      <div>
        <h3>
          {title}
          {state === "done" && <span className="visually-hidden"> {t("guide.done")}</span>}
        </h3>
        <p>{text}</p>
        {state === "now" && children}
      </div>
    </li>
  );
}
