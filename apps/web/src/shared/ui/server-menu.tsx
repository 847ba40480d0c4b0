import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useConfig } from "../config/config.ts";
import type { OfferedServer } from "../config/servers.ts";
import { addressOn, offerServers, ownAddress } from "../config/servers.ts";
import { useLocale } from "../i18n/i18n.ts";
import { Icon } from "./icon.tsx";
import { Menu } from "./menu.tsx";

/** Which console a person signs in to: another one is opened at the same page in the same language (R1.15). */
export function ServerMenu() {
  const { t } = useTranslation();
  const { language } = useLocale();
  const { servers } = useConfig();
  // The hash is read while rendering: a new page renders anew.
  useLocation();
  const offered = offerServers(servers, ownAddress(location));
  // With nowhere else to go there is nothing to choose.
  if (offered.every(({ address }) => address === undefined)) return null;
  const shown = nameOfThis(offered);
  const text = shown === undefined ? t("server.own") : t(`server.${shown}`);
  return (
    <Menu
      label={t("server.label", { name: text })}
      button={
        <>
          <Icon name="server" />
          {text}
        </>
      }
    >
      {(close) =>
        offered.map(({ name, address }) =>
          address === undefined ? (
            <button key={name} type="button" className="menu-item" aria-pressed="true" onClick={close}>
              {t(`server.${name}`)}
              <small className="end">{t("server.own")}</small>
            </button>
          ) : (
            <a key={name} className="menu-item" href={addressOn(address, location.hash, language)}>
              {t(`server.${name}`)}
              <small className="end">{new URL(address).host}</small>
            </a>
          ),
        )
      }
    </Menu>
  );
}

/** The one server that this is; undefined where several names mean this one. */
function nameOfThis(offered: readonly OfferedServer[]): OfferedServer["name"] | undefined {
  const here = offered.filter(({ address }) => address === undefined);
  return here.length === 1 ? here[0]?.name : undefined;
}
