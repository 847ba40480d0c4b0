import { useTranslation } from "react-i18next";
import type { Kind } from "./kinds.ts";
import { limits } from "./kinds.ts";
import { ShutdownDiagram } from "./shutdown-diagram.tsx";

/** How the units open, and the limits they open for, with their source. */
export function ShutdownFlow({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const silent = kind.parts.includes("mcon") ? "silentMR" : "silentR";
  const steps = ["start", silent, "open", "safe", "reported"] as const;
  return (
    <section>
      <h2>{t("solution.flow")}</h2>
      <p>{t("solution.flowText")}</p>
      <div className="flow">
        <ol className="flow-steps">
          {steps.map((step) => (
            <li key={step}>{t(`solution.step.${step}`)}</li>
          ))}
        </ol>
        <ShutdownDiagram />
      </div>
      <LimitFigures />
      <p className="flow-source">{t("solution.source")}</p>
    </section>
  );
}

/** The three limits as large figures. */
export function LimitFigures() {
  const { t } = useTranslation();
  const figures = [
    { name: "time", value: limits.timeS, unit: "s" },
    { name: "outside", value: limits.outsideV, unit: "V" },
    { name: "inside", value: limits.insideV, unit: "V" },
  ] as const;
  return (
    <dl className="limits">
      {figures.map(({ name, value, unit }) => (
        <div key={name}>
          <dt>{t(`solution.figure.${name}`)}</dt>
          <dd>
            {value}
            <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
