import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { QrCode } from "../../shared/ui/content/qr-code.tsx";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import type { ResponderPage } from "./responder-fields.tsx";
import { ResponderFields } from "./responder-fields.tsx";
import { ResponderLabel } from "./responder-label.tsx";

/** Address of the page for responders with this link, at this very server. */
const addressOf = (token: string): string =>
  `${location.origin}${location.pathname.replace(/[^/]*$/u, "")}responder/page.html#${token}`;

interface ResponderCardProps {
  readonly plant: Pick<StationDetail, "stationId" | "name">;
}

/** The owner's settings of the page for responders: off until it is turned on; its link can be renewed and revoked. */
export function ResponderCard({ plant }: ResponderCardProps) {
  const { t } = useTranslation();
  const { stationId } = plant;
  const { data } = useQuery(queryOf(endpoints.responder.settings, { stationId }));
  const save = useChange(endpoints.responder.save);
  if (data === undefined) return null;
  return (
    <section className="card safety" aria-label={t("responder.title")}>
      <div className="safety-state">
        <h2>{t("responder.title")}</h2>
        <p className="note">{t("responder.text")}</p>
      </div>
      {data === null ? (
        <div className="safety-actions">
          <button
            type="button"
            className="button"
            disabled={save.isPending}
            onClick={() => save.mutate({ stationId })}
          >
            {t("responder.turnOn")}
          </button>
        </div>
      ) : (
        <>
          <LinkCard plant={plant} token={data.token} />
          <ResponderFields key={data.createdAt} stationId={stationId} page={data satisfies ResponderPage} />
        </>
      )}
    </section>
  );
}

function LinkCard({ plant, token }: ResponderCardProps & { readonly token: string }) {
  const { t } = useTranslation();
  const { stationId, name } = plant;
  const renew = useChange(endpoints.responder.renew);
  const close = useChange(endpoints.responder.close);
  const address = addressOf(token);

  async function ask(kind: "renew" | "off"): Promise<void> {
    const result = await askConfirm({
      title: t(`responder.${kind}Title`, { name }),
      text: t(`responder.${kind}Text`),
      confirmText: t(`responder.${kind}`),
      kind: "danger",
    });
    if (result !== "confirm") return;
    const change = kind === "renew" ? renew : close;
    await change.mutateAsync({ stationId }).catch(() => undefined);
  }

  return (
    <div className="responder-link">
      <QrCode text={address} label={t("responder.code", { name })} />
      <div className="safety-state">
        <p>{t("responder.print")}</p>
        <a href={address} target="_blank" rel="noreferrer">
          {t("responder.open")}
        </a>
        <div className="safety-actions">
          <ResponderLabel plantName={name} address={address} />
          <button type="button" className="button" onClick={() => void ask("renew")}>
            {t("responder.renew")}
          </button>
          <button type="button" className="button" onClick={() => void ask("off")}>
            {t("responder.off")}
          </button>
        </div>
      </div>
    </div>
  );
}
