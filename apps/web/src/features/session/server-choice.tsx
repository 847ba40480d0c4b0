import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useConfig } from "../../shared/config/config.ts";
import { addressOn, offerServers, ownAddress } from "../../shared/config/servers.ts";
import "./server-choice.css";

/** The consoles a person can sign in to: another one is opened at the same page in the same language (R1.15). */
export function ServerChoice() {
  const { t } = useTranslation();
  const { language } = useLocale();
  const { servers } = useConfig();
  const labelId = useId();
  // The hash is read while rendering: a new page renders anew.
  useLocation();
  return (
    <nav className="server-choice" aria-labelledby={labelId}>
      <span id={labelId}>{t("server.label")}</span>
      <ul>
        {offerServers(servers, ownAddress(location)).map(({ name, address }) => (
          <li key={name}>
            {address === undefined ? (
              <span aria-current="true">
                {t(`server.${name}`)}
                <small>{t("server.own")}</small>
              </span>
            ) : (
              <a href={addressOn(address, location.hash, language)}>
                {t(`server.${name}`)}
                <small>{new URL(address).host}</small>
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
