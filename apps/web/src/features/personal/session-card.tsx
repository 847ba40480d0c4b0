import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Since when and until when this session lasts. */
export function SessionCard({ signedInAt }: { readonly signedInAt: string }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const session = sessionStore.read();
  const sayTime = (at: number): string => formatDateTime(at, viewerZone, tag);
  return (
    <section className="card" aria-label={t("personal.session")}>
      <div className="card-head">
        <h2>{t("personal.session")}</h2>
      </div>
      <Facts>
        <Fact name={t("personal.signedIn")}>
          {sayTime(Date.parse(signedInAt))} · <TimeAgo at={signedInAt} timeZone={viewerZone} />
        </Fact>
        <Fact name={t("personal.expires")}>
          {session !== undefined && sayTime(session.refresh_expires_time)}
        </Fact>
        <Fact name={t("personal.zone")}>{viewerZone}</Fact>
      </Facts>
      <p className="personal-note">{t("personal.sessionText")}</p>
    </section>
  );
}
