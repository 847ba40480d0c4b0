import type { ReactNode } from "react";

/** Fields that belong together, with what they are for beside them. */
export function FormSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="card form-section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p>{text}</p>
      </header>
      <div className="form-fields">{children}</div>
    </section>
  );
}
