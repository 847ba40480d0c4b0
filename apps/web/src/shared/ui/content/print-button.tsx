import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";

/** Prints the page; the button itself stays off the paper. */
export function PrintButton() {
  const { t } = useTranslation();
  return (
    <button type="button" className="button screen-only" onClick={() => window.print()}>
      <Icon name="printer" />
      {t("action.print")}
    </button>
  );
}
