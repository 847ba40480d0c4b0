import type { KeyboardEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { openDialog } from "../../shared/ui/dialog/open-dialogs.ts";
import type { MenuArea } from "./menu.ts";
import { usePaletteResults } from "./palette-results.ts";
import "./palette.css";

const TYPING_MS = 200;
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Any plant, device or page by a few letters; the arrows choose, Enter opens. */
export function Palette({ areas, onClose }: { areas: readonly MenuArea[]; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState(0);
  const { groups, isBusy, error } = usePaletteResults(areas, typed, search);
  const results = groups.flatMap((group) => group.results);
  const active = Math.min(chosen, results.length - 1);

  useEffect(() => openDialog(dialog.current), []);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);

  function open(address: string): void {
    onClose();
    void navigate(address);
  }

  function handleKey(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((active + step + results.length) % Math.max(1, results.length));
    }
    const result = results[active];
    // A word still being composed is confirmed by Enter as well.
    if (event.key === "Enter" && !event.nativeEvent.isComposing && result !== undefined) open(result.address);
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("palette.title")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      onKeyDown={handleKey}
    >
      <div className="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t("palette.title")}
          aria-expanded={results.length > 0}
          aria-controls={listId}
          aria-activedescendant={results.length > 0 ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          placeholder={t("palette.hint")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
        />
      </div>
      <div id={listId} role="listbox" aria-label={t("palette.found")} className="palette-list" tabIndex={-1}>
        {groups.map(({ title, results: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box knows its groups by their role
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true">{title}</p>
            {own.map((result) => {
              const place = results.indexOf(result);
              return (
                <button
                  key={result.address}
                  id={`${listId}-${place}`}
                  type="button"
                  role="option"
                  aria-selected={place === active}
                  tabIndex={-1}
                  onPointerMove={() => setChosen(place)}
                  onClick={() => open(result.address)}
                >
                  <Icon name={result.icon} />
                  <span>{result.text}</span>
                  <small>{result.note}</small>
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <p className="palette-state" role="status">
        {results.length === 0 && !isBusy && (error === null ? t("palette.none") : t("state.failed"))}
        {isBusy && t("palette.busy")}
      </p>
    </dialog>
  );
}
