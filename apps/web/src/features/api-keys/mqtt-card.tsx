import { createMqttBridge, MQTT_BRIDGE_FILE } from "@heliograph/contract/mqtt-bridge";
import { DISCOVERY_PREFIX, VALUE_PREFIX } from "@heliograph/contract/mqtt-topics";
import { useTranslation } from "react-i18next";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { CodeBlock } from "./code-block.tsx";
import "./mqtt-card.css";

/** In place of the key, which is shown only when it is created. */
const PLACEHOLDER = "hgk_your-key";

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
      <div className="mqtt-bridge">
        <p>{t("apiKeys.mqtt.bridgeText", { placeholder: PLACEHOLDER })}</p>
        <CodeBlock
          title={t("apiKeys.mqtt.example")}
          code={createMqttBridge(url, PLACEHOLDER)}
          fileName={MQTT_BRIDGE_FILE}
        />
      </div>
    </section>
  );
}
