import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import type { IconName } from "../../shared/ui/content/icon.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import "./choose.css";

interface Choice {
  readonly to: string;
  readonly icon: IconName;
  readonly titleKey: MessageKey;
  readonly textKey: MessageKey;
}

const choices: readonly Choice[] = [
  { to: "/mobile/huizi", icon: "sun", titleKey: "title.brochure", textKey: "choose.brochure" },
  { to: "/mobile/file", icon: "document", titleKey: "title.datasheet", textKey: "choose.datasheet" },
  { to: "/mobile/foldout", icon: "panel", titleKey: "title.solutions", textKey: "choose.solutions" },
  { to: "/mobile/download", icon: "phone", titleKey: "title.download", textKey: "choose.download" },
];

/** What there is to read about the product (R2.13). */
export function ChoosePage() {
  const { t } = useTranslation();
  return (
    <PublicLayout>
      <h1>{t("choose.title")}</h1>
      <p className="public-lead">{t("choose.text")}</p>
      <ul className="choices">
        {choices.map(({ to, icon, titleKey, textKey }) => (
          <li key={to}>
            <Link className="choice" to={to}>
              <Icon name={icon} />
              <span>
                <strong>{t(titleKey)}</strong>
                {t(textKey)}
              </span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </PublicLayout>
  );
}
