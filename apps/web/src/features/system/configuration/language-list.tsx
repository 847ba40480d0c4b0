import type { Language } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { languages } from "../../../shared/base/i18n/language.ts";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import type { Control } from "../../../shared/ui/form/control.ts";

const nameOf = (id: Language): string => languages.find((language) => language.id === id)?.name ?? id;

/** Which languages are available and in which order; the others are at the end. */
export function LanguageList({ value, onChange, attributes }: Control) {
  const { t } = useTranslation();
  const offered = Array.isArray(value) ? (value as Language[]) : [];
  const others = languages.map(({ id }) => id).filter((id) => !offered.includes(id));

  function move(id: Language, by: -1 | 1): void {
    const place = offered.indexOf(id);
    const next = offered.filter((each) => each !== id);
    next.splice(place + by, 0, id);
    onChange(next);
  }

  return (
    <fieldset
      id={attributes.id}
      className="language-list"
      aria-label={t("configuration.languages")}
      aria-describedby={attributes["aria-describedby"]}
    >
      {[...offered, ...others].map((id) => {
        const name = nameOf(id);
        const place = offered.indexOf(id);
        const mover = (by: -1 | 1, label: string, isEnd: boolean) => (
          <IconButton
            icon={by === -1 ? "up" : "down"}
            label={label}
            isQuiet
            disabled={isEnd}
            onClick={() => move(id, by)}
          />
        );
        return (
          <div key={id}>
            <label>
              <input
                type="checkbox"
                checked={place !== -1}
                aria-invalid={attributes["aria-invalid"]}
                onChange={({ target }) =>
                  onChange(target.checked ? [...offered, id] : offered.filter((each) => each !== id))
                }
              />
              <span lang={id}>{name}</span>
            </label>
            {place !== -1 && (
              <span>
                {mover(-1, t("configuration.languageUp", { name }), place === 0)}
                {mover(1, t("configuration.languageDown", { name }), place === offered.length - 1)}
              </span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
