import { useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../icon.tsx";

const TYPING_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Asks the server once a person has stopped typing. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // What is still being typed is not taken away by its own beginning.
    if (text.trim() !== value) setText(value);
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
    <label className="table-search">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        maxLength={120}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
