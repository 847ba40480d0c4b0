import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { refreshConfig } from "../../../shared/config/config.ts";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { ConfigurationForm } from "./configuration-form.tsx";
import { ConfigurationHistory } from "./configuration-history.tsx";
import "./configuration-tab.css";

type Configuration = DataOf<typeof endpoints.configuration.get>;

/** Settings that the web app reads at run time. */
export function ConfigurationTab() {
  const { t } = useTranslation();
  const configuration = useQuery(queryOf(endpoints.configuration.get));
  return (
    <PageBody title={t("title.configuration")} text={t("configuration.intro")} awaited={configuration}>
      {configuration.data !== undefined && (
        <section className="card configuration-card" aria-label={t("title.configuration")}>
          <Editor newest={configuration.data} />
        </section>
      )}
      <ConfigurationHistory />
    </PageBody>
  );
}

/** Holds on to what the form began with: what someone else saves meanwhile takes away nothing that is typed here. */
function Editor({ newest }: { newest: Configuration }) {
  const { t } = useTranslation();
  const [begun, setBegun] = useState(newest);
  const [isDirty, setIsDirty] = useState(false);
  const isBehind = newest.revision !== begun.revision;
  if (isBehind && !isDirty) setBegun(newest);
  return (
    <>
      {isBehind && isDirty && (
        <p className="configuration-newer" role="status">
          {t("configuration.newer")}
          <button type="button" className="button" onClick={() => setBegun(newest)}>
            {t("configuration.loadNewer")}
          </button>
        </p>
      )}
      <ConfigurationForm
        key={begun.revision}
        begun={begun}
        onDirty={setIsDirty}
        onDone={(saved) => {
          setIsDirty(false);
          setBegun({ ...begun, ...saved });
          void refreshConfig();
        }}
      />
    </>
  );
}
