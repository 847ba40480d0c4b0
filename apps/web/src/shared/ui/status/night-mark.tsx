import { useTranslation } from "react-i18next";
import { Icon } from "../content/icon.tsx";

/** In place of a power that is missing because the sun is down. Needs the texts' part `console`. */
export function NightMark() {
  const { t } = useTranslation();
  return (
    <span className="night-mark" title={t("station.night")}>
      <Icon name="moon" />
      <span className="visually-hidden">{t("station.night")}</span>
    </span>
  );
}
