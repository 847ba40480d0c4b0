import { DISCOVERY_PREFIX, VALUE_PREFIX } from "@heliograph/contract/mqtt-topics";
import { useTranslation } from "react-i18next";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import "./mqtt-card.css";

/** A bridge of Mosquitto, as docs/home-assistant.md explains it. */
function createBridgeExample(url: string): string {
  const { protocol, host } = new URL(url);
  return [
    "connection heliograph",
    `address ${host}`,
    ...(protocol === "mqtts:" ? ["bridge_capath /etc/ssl/certs"] : []),
    "remote_username heliograph",
    "remote_password hgk_…",
    "cleansession true",
    "notifications_local_only true",
    `notification_topic ${VALUE_PREFIX}/connection`,
    `topic ${DISCOVERY_PREFIX}/# in 0`,
    `topic ${VALUE_PREFIX}/# in 0`,
  ].join("\n");
}

/** How Home Assistant and other programs subscribe to the plants of a key. */
export function MqttCard({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <section className="card mqtt-card" aria-labelledby="mqtt-title">
      <header className="card-head">
        <h2 id="mqtt-title">{t("apiKeys.mqtt.title")}</h2>
        <span className="note">{t("apiKeys.mqtt.text")}</span>
      </header>
      <Facts>
        <Fact name={t("apiKeys.mqtt.address")}>
          <code>{url}</code>
        </Fact>
        <Fact name={t("apiKeys.mqtt.user")}>{t("apiKeys.mqtt.anyUser")}</Fact>
        <Fact name={t("apiKeys.mqtt.password")}>{t("apiKeys.mqtt.itsKey")}</Fact>
        <Fact name={t("apiKeys.mqtt.topics")}>
          <code>{DISCOVERY_PREFIX}/#</code> <code>{VALUE_PREFIX}/#</code>
        </Fact>
      </Facts>
      <h3>{t("apiKeys.mqtt.example")}</h3>
      <pre>{createBridgeExample(url)}</pre>
    </section>
  );
}
