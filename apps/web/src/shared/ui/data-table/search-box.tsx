import { useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../icon.tsx";
import "./search-box.css";

const TYPING_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  /** What it looks at, where the label is too short to say. */
  readonly title?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Asks the server once a person has stopped typing. */
export function SearchBox({ label, title = label, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // What comes back from here itself takes away nothing that was typed since.
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }
  const settle = useEffectEvent(() => {
    const next = text.trim();
    if (next === value) return;
    setTold(next);
    onChange(next);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the wait anew
  useEffect(() => {
    const timer = setTimeout(settle, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="table-search" title={title}>
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
