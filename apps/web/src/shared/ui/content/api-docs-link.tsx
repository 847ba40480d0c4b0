import { useTranslation } from "react-i18next";
import { Icon } from "./icon.tsx";

/** Opens the documentation of the API that this server serves, at one of its parts. */
export function ApiDocsLink({ part }: { readonly part: "start" | "webhooks" }) {
  const { t } = useTranslation();
  return (
    <a className="button" href={`./api/docs#${part}`} target="_blank" rel="noreferrer">
      <Icon name="book" />
      {t("frame.apiDocs")}
    </a>
  );
}
