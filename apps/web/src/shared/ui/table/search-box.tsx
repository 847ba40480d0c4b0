import { useEffect, useEffectEvent, useState } from "react";
import { Icon } from "../content/icon.tsx";
import "./search-box.css";

const TYPING_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  /** Fields the search covers, where the label is too short to name them. */
  readonly title?: string;
  readonly maxLength: number | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Search field that reports a change once the user stops typing. */
export function SearchBox({ label, title = label, maxLength, value, onChange }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  const [reported, setReported] = useState(value);
  if (value !== lastValue) {
    setLastValue(value);
    // A value that this box reported itself does not overwrite what was typed since.
    if (value !== reported) {
      setReported(value);
      setText(value);
    }
  }
  const settle = useEffectEvent(() => {
    const next = text.trim();
    if (next === value) return;
    setReported(next);
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
        maxLength={maxLength}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}
