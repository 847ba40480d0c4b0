import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../ui/field.tsx";
import "./code-field.css";

interface CodeFieldProps {
  readonly refusal: string | undefined;
  /** Asks for a code; answers the seconds until the next may be asked for, nothing when it was refused. */
  readonly onSend: () => Promise<number | undefined>;
  readonly onType: () => void;
}

/** The input of a verification code, and the button that sends one; the next may be sent after a while. */
export function CodeField({ refusal, onSend, onType }: CodeFieldProps) {
  const { t } = useTranslation();
  const [isSending, setIsSending] = useState(false);
  const [waitS, setWaitS] = useState(0);
  useEffect(() => {
    if (waitS === 0) return undefined;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitS]);

  async function send(): Promise<void> {
    setIsSending(true);
    try {
      setWaitS((await onSend()) ?? 0);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Field label={t("code.label")} hint={t("code.hint")} refusal={refusal}>
      {(attributes) => (
        <div className="code-field">
          <input
            {...attributes}
            className="input"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            onInput={onType}
          />
          <button
            type="button"
            className="button"
            disabled={isSending || waitS > 0}
            onClick={() => void send()}
          >
            {isSending && t("code.sending")}
            {!isSending && (waitS > 0 ? t("code.again", { seconds: String(waitS) }) : t("code.send"))}
          </button>
        </div>
      )}
    </Field>
  );
}
