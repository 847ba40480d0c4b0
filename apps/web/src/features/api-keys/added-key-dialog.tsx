import type { endpoints } from "virtual:endpoints";
import type { ApiKeyPermission, DataOf } from "@heliograph/contract";
import { createMqttBridge, MQTT_BRIDGE_FILE } from "@heliograph/contract/mqtt-bridge";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../shared/logs/moments.ts";
import { SecretDialog } from "../../shared/ui/dialog/secret-dialog.tsx";
import { CodeBlock } from "./code-block.tsx";

/** A call that a key with this right may make. */
const FIRST_CALL: Readonly<Record<ApiKeyPermission, string>> = {
  "station:read": "workData/powerStation/list",
  "device:read": "workData/device/list",
  "alarm:read": "alarm/list?kind=device",
};

const buildCommand = (key: string, permission: ApiKeyPermission): string =>
  `curl -fsS -H "Authorization: Bearer ${key}" \\\n  "${new URL(`./api/${FIRST_CALL[permission]}`, document.baseURI)}"`;

interface AddedKeyDialogProps {
  readonly added: DataOf<typeof endpoints.apiKey.add>;
  /** Address where keys subscribe by MQTT, if this server has one. */
  readonly mqttUrl: string | undefined;
  readonly onClose: () => void;
}

/** A new key, this one time, with what its program needs: the configuration of a bridge, or a first call. */
export function AddedKeyDialog({ added, mqttUrl, onClose }: AddedKeyDialogProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { name, key, permissionIds, mqtt, expiresAt } = added;
  const [permission] = permissionIds;
  return (
    <SecretDialog
      title={t("apiKeys.keyTitle", { name })}
      label={t("apiKeys.key")}
      secret={key}
      texts={{ copy: t("apiKeys.copy"), copied: t("apiKeys.copied"), done: t("apiKeys.done") }}
      use={
        mqtt && mqttUrl !== undefined ? (
          <CodeBlock
            title={t("apiKeys.mqtt.example")}
            code={createMqttBridge(mqttUrl, key)}
            fileName={MQTT_BRIDGE_FILE}
          />
        ) : (
          permission && <CodeBlock title={t("apiKeys.firstCall")} code={buildCommand(key, permission)} />
        )
      }
      onClose={onClose}
    >
      <p>{t("apiKeys.keyText", { at: formatDateTime(Date.parse(expiresAt), viewerZone, tag) })}</p>
    </SecretDialog>
  );
}
