import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PrintButton } from "../../shared/ui/content/print-button.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { CompareTable } from "./compare-table.tsx";
import { KindLinks } from "./kind-links.tsx";
import type { Kind } from "./kinds.ts";
import { ShutdownFlow } from "./shutdown-flow.tsx";
import { SystemPlan } from "./system-plan.tsx";
import "./solutions.css";

/** What the product does with one kind of roof electronics (R2.20). */
export function SolutionPage({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  return (
    <PublicLayout>
      <article className="solution">
        <div className="public-title">
          <KindLinks current={kind.path} />
          <PrintButton />
        </div>
        <h1>{kind.title}</h1>
        <p className="solution-lead">{t(`solution.lead.${kind.id}`)}</p>
        <p className="solution-fits">
          <Icon name="sun" />
          {t(`solution.suitability.${kind.id}`)}
        </p>
        <section>
          <h2>{t("solution.built")}</h2>
          <SystemPlan kind={kind} />
        </section>
        <section>
          <h2>{t("solution.measured")}</h2>
          <p>{t("solution.measuredText")}</p>
          <Measures kind={kind} />
        </section>
        <ShutdownFlow kind={kind} />
        <Today kind={kind} />
        <section>
          <h2>{t("solution.compare")}</h2>
          <CompareTable current={kind.id} />
        </section>
      </article>
    </PublicLayout>
  );
}

const measuring = ["rsd", "opt", "mcon", "dcon"] as const;

function Measures({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  return (
    <dl className="solution-measures">
      {measuring
        .filter((part) => kind.parts.includes(part))
        .map((part) => (
          <div key={part}>
            <dt>{t(`solution.part.${part}`)}</dt>
            <dd>{t(`solution.measures.${part}`)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What this version does and does not do, said as plainly as each other. */
function Today({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  return (
    <div className="solution-today">
      <section>
        <h2>{t("solution.today")}</h2>
        <ul data-mark="does">
          <li>{t("solution.does.link")}</li>
          <li>{t("solution.does.units")}</li>
          <li>{t(`solution.does.energy${kind.id}`)}</li>
          <li>{t("solution.does.alarms")}</li>
          <li>{t("solution.does.layout")}</li>
          <li>{t("solution.does.parameters")}</li>
        </ul>
      </section>
      <section>
        <h2>{t("solution.not")}</h2>
        <ul data-mark="not">
          <li>{t("solution.doesNot.shutdown")}</li>
          <li>{t("solution.doesNot.firmware")}</li>
        </ul>
      </section>
    </div>
  );
}
