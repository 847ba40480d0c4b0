import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../../shared/api/queries.ts";
import type { MessageKey } from "../../../shared/base/i18n/i18n.ts";
import { CopyParametersDialog } from "../../../shared/device/copy-parameters-dialog.tsx";
import { ParametersCard } from "../../../shared/device/parameters-card.tsx";
import { ParametersDialog } from "../../../shared/device/parameters-dialog.tsx";
import type { ControllerAction, ControllerType } from "./find-choice-problem.ts";
import { findChoiceProblem } from "./find-choice-problem.ts";

interface ControllerActionsProps {
  readonly type: ControllerType;
  readonly devices: readonly Device[];
}

/** Reads, sets and copies parameters of the selected devices; says what has to be selected first (R5.10, R5.12). */
export function ControllerActions({ type, devices }: ControllerActionsProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<MessageKey>();
  const [open, setOpen] = useState<"set" | "copy">();
  const acquire = useChange(endpoints.parameters.acquire);
  const [only] = devices.length === 1 ? devices : [];
  const parameters = useQuery({
    ...queryOf(endpoints.parameters.get, { deviceId: only?.deviceId ?? "" }),
    enabled: only !== undefined,
  });

  function start(action: ControllerAction): void {
    const found = findChoiceProblem(action, type, devices.length);
    setProblem(found);
    if (found !== undefined) return;
    if (action !== "acquire") setOpen(action);
    else
      for (const { deviceId } of devices) acquire.mutate({ deviceId, idempotencyKey: crypto.randomUUID() });
  }

  const close = () => setOpen(undefined);
  return (
    <>
      <section className="card" aria-label={t("commands.controller.actions")}>
        <header className="card-head">
          <h2>{t("commands.controller.actions")}</h2>
          <div className="parameters-actions">
            <button
              type="button"
              className="button"
              disabled={acquire.isPending}
              onClick={() => start("acquire")}
            >
              {t("commands.parameters.acquire")}
            </button>
            {type === "MCON" && (
              <button type="button" className="button" onClick={() => start("copy")}>
                {t("commands.parameters.copy")}
              </button>
            )}
            <button type="button" className="button" data-kind="primary" onClick={() => start("set")}>
              {t("commands.parameters.set")}
            </button>
          </div>
        </header>
        {problem === undefined ? (
          <p className="parameters-note">
            {t(
              type === "MCON" ? "commands.controller.actionsText" : "commands.controller.actionsTextGateway",
            )}
          </p>
        ) : (
          <p className="parameters-note refusal" role="alert">
            {t(problem)}
          </p>
        )}
      </section>
      {only !== undefined && <ParametersCard key={only.deviceId} device={only} />}
      {only !== undefined && open === "set" && parameters.data !== undefined && (
        <ParametersDialog device={only} parameters={parameters.data} onClose={close} />
      )}
      {only !== undefined && open === "copy" && <CopyParametersDialog device={only} onClose={close} />}
    </>
  );
}
