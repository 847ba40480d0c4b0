import { endpoints } from "virtual:endpoints";
import type { SecondFactors } from "@heliograph/contract";
import { startRegistration, WebAuthnError } from "@simplewebauthn/browser";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toast } from "../../shared/base/toast.ts";
import { askText } from "../../shared/ui/dialog/asking.ts";
import { deviceName } from "./device-name.ts";

type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];

interface PasskeyRowsProps {
  readonly passkeys: SecondFactors["passkeys"];
  /** The recovery codes that came with the first factor. */
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onAsk: (title: string, text: string, confirmText: string) => Promise<boolean>;
}

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The account's passkeys, and how one more is made with this device. */
export function PasskeyRows({ passkeys, onCodes, onAsk }: PasskeyRowsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const begin = useChange(endpoints.secondFactor.beginPasskey);
  const add = useChange(endpoints.secondFactor.addPasskey);
  const removePasskey = useChange(endpoints.secondFactor.removePasskey);

  async function addOne(): Promise<void> {
    const { ceremony, options } = await begin.mutateAsync({});
    let credential: Awaited<ReturnType<typeof startRegistration>>;
    try {
      credential = await startRegistration({ optionsJSON: options as unknown as Options });
    } catch (error) {
      // Closed, refused, timed out, or made before.
      if (!(error instanceof WebAuthnError || error instanceof DOMException)) throw error;
      toast("error", t("factors.passkeyFailed"));
      return;
    }
    const initial = deviceName(navigator.userAgent) ?? t("factors.passkeys");
    const label = t("factors.passkeyName");
    const named = await askText({
      title: label,
      label,
      text: t("factors.passkeyExample"),
      initial,
      maxLength: 60,
    });
    const made = await add.mutateAsync({ ceremony, name: named ?? initial, credential: credential as never });
    onCodes(made.recoveryCodes);
  }

  async function remove(passkeyId: string, name: string): Promise<void> {
    const text = t("factors.removePasskeyText", { name });
    if (await onAsk(t("factors.removePasskeyTitle"), text, t("factors.remove")))
      removePasskey.mutate({ passkeyId });
  }

  return (
    <>
      <li>
        <div>
          <strong>{t("factors.passkeys")}</strong>
          <p className="note">{t("factors.passkeyText")}</p>
        </div>
        <button
          type="button"
          className="button"
          disabled={begin.isPending || add.isPending}
          // What the server refuses has been said by then.
          onClick={() => void addOne().catch(() => undefined)}
        >
          {t("factors.addPasskey")}
        </button>
      </li>
      {passkeys.map(({ passkeyId, name, lastUsedAt }) => (
        <li key={passkeyId} className="personal-sub">
          <div>
            {name}
            <p className="note">
              {lastUsedAt === null
                ? t("factors.neverUsed")
                : t("factors.lastUsed", { at: formatDateTime(Date.parse(lastUsedAt), viewerZone, tag) })}
            </p>
          </div>
          <button
            type="button"
            className="button"
            aria-label={t("factors.removePasskey", { name })}
            onClick={() => void remove(passkeyId, name)}
          >
            {t("factors.remove")}
          </button>
        </li>
      ))}
    </>
  );
}
