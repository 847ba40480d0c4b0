import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Control } from "../ui/form/control.ts";
import "./code-input.css";

interface CodeInputProps {
  readonly control: Control;
  /** Requests a code; resolves to the seconds until the next may be requested, nothing if it was refused. */
  readonly onSend: () => Promise<number | undefined>;
}

/** The input of a verification code, and the button that sends one; the next may be sent after a while. */
export function CodeInput({ control: { attributes, value, onChange }, onSend }: CodeInputProps) {
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
    <div className="code-field">
      <input
        {...attributes}
        className="input"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={String(value ?? "")}
        onChange={({ target }) => onChange(target.value)}
      />
      <button type="button" className="button" disabled={isSending || waitS > 0} onClick={() => void send()}>
        {isSending && t("code.sending")}
        {!isSending && (waitS > 0 ? t("code.again", { seconds: String(waitS) }) : t("code.send"))}
      </button>
    </div>
  );
}
