import { useTranslation } from "react-i18next";
import type { Kind, Part } from "./kinds.ts";
import { SystemDrawing } from "./system-drawing.tsx";

const lines = ["dc", "data", "net"] as const;

/** The drawing and, beside it, what its numbers and lines mean. */
export function SystemPlan({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const textOf = (part: Part): string =>
    part === "dcon" && !kind.parts.includes("mcon")
      ? t("solution.partText.dconAlive")
      : t(`solution.partText.${part}`);
  return (
    <div className="plan">
      <div>
        <SystemDrawing kind={kind} label={t(`solution.drawing.${kind.id}`)} />
        <ul className="plan-lines">
          {lines.map((line) => (
            <li key={line}>
              <svg viewBox="0 0 36 8" aria-hidden="true">
                <path className="wire" data-line={line} d="M1 4H35" />
              </svg>
              {t(`solution.line.${line}`)}
            </li>
          ))}
        </ul>
      </div>
      <ol className="plan-parts">
        {kind.parts.map((part) => (
          <li key={part}>
            <strong>{t(`solution.part.${part}`)}</strong>
            <span>{textOf(part)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
