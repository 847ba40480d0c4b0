import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";

/** Parts of a request as its receiver gets it; docs/webhooks.md has all fields. */
const EXAMPLE = `POST /alarms HTTP/1.1
webhook-id: 0b6d2f0e-6a53-4c1e-9a35-5f1c7a0f3b11
webhook-timestamp: 1780315204
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{ "type": "alarm.events", "data": { "events": [ {
  "type": "alarm.raised",
  "alarm": { "faultName": "Overtemperature", "severity": "fault" },
  "plant": { "stationName": "Roof 12" },
  "device": { "slotLabel": "C15-4" }
} ] } }`;

const FACTS = ["signed", "retried", "recorded"] as const;

/** What webhooks do, for an account without any; the children add the first. */
export function NoWebhooks({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className="card" aria-label={t("frame.webhooks")}>
      <EmptyState icon="server" title={t("webhooks.none")} text={t("webhooks.noneText")}>
        {children}
      </EmptyState>
      <dl className="webhook-about">
        {FACTS.map((fact) => (
          <div key={fact}>
            <dt>{t(`webhooks.about.${fact}`)}</dt>
            <dd>{t(`webhooks.about.${fact}Text`)}</dd>
          </div>
        ))}
      </dl>
      <figure className="webhook-example">
        <figcaption>{t("webhooks.about.example")}</figcaption>
        <pre>{EXAMPLE}</pre>
      </figure>
    </section>
  );
}
