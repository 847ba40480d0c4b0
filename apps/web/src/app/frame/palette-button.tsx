import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { MenuArea } from "./menu.ts";
import { Palette } from "./palette.tsx";

const keys = /mac|iphone|ipad/iu.test(navigator.platform) ? "⌘ K" : "Ctrl K";

/** Opens the command palette, as Ctrl-K does from anywhere in the console. */
export function PaletteButton({ areas }: { areas: readonly MenuArea[] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      // Over another dialog it would hide what that one asks.
      if (document.querySelector("dialog[open]") === null) setIsOpen(true);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
        {t("palette.button")}
        <kbd>{keys}</kbd>
      </button>
      {isOpen && <Palette areas={areas} onClose={() => setIsOpen(false)} />}
    </>
  );
}
