import { useTranslation } from "react-i18next";
import { Icon } from "../../content/icon.tsx";

/** The button that empties a select. Ant Design names it in English only. */
export function useClearButton() {
  const { t } = useTranslation();
  return { label: t("action.clear"), clearIcon: <Icon name="close" /> };
}
