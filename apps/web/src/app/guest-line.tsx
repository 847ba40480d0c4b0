import { endpoints } from "virtual:endpoints";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../shared/api/api.ts";
import { sessionStore } from "../shared/session/current-session.ts";
import "./guest-line.css";

/** Shows whose session a token in the address has opened in this tab (R4.4). */
export function GuestLine() {
  const { t } = useTranslation();
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (sessionStore.read()?.isAnonymous !== false) return;
    void call(endpoints.user.getUserInfo).then(
      (response) => setName(response?.data.nickname || response?.data.userName),
      // Without a name the line is shown all the same.
      () => undefined,
    );
  }, []);
  return (
    <p className="guest-line" role="status">
      {name === undefined ? t("guest.unnamed") : t("guest.line", { name })}
    </p>
  );
}
