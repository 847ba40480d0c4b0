import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/icon.tsx";

const TYPING_MS = 300;

/** Asks the server once a person has stopped typing. */
export function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    setText(value);
  }
  const settle = useEffectEvent(() => {
    if (text.trim() !== value) onChange(text.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(settle, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="search push">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        maxLength={120}
        aria-label={t("home.search")}
        placeholder={t("home.search")}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
