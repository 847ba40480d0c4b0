import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/sharing.share";
import type { BodyInputOf, DataOf, GrantLevel } from "@heliograph/contract";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { toast } from "../../../shared/base/toast.ts";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { PlantOutcome, PlantsDialogProps } from "./outcome-dialog.tsx";

type Share = typeof endpoints.sharing.share;

/** About the input: the same for every plant. */
const WRONG_INPUT = "A0400";
/** An account invites so many times an hour. */
const TOO_MANY = "A0501";

/** Invites a user to all chosen plants (R6.4): one invitation for each, as on the plant's page. */
export function SharePlantsDialog({ plants, onDone, onClose }: PlantsDialogProps) {
  const { t } = useTranslation();
  const results = useRef(new Map<string, PlantOutcome["rows"][number]>());
  const fields = {
    target: { labelKey: "sharing.target", hintKey: "sharing.targetHint" },
    level: {
      labelKey: "sharing.level",
      hintKey: "sharing.levelHint",
      sayChoice: (code: string) => t(`members.level.${code as GrantLevel}`),
    },
    mayOperate: { labelKey: "sharing.mayOperate", hintKey: "sharing.mayOperateHint" },
    endsAt: { labelKey: "sharing.endsAt", hintKey: "sharing.endsAtHint" },
  } as const;
  const title = t("plantList.shareTitle", { count: plants.length });

  async function send(body: BodyInputOf<Share>): Promise<DataOf<Share>> {
    let sent: DataOf<Share> | undefined;
    let limit: ApiError | undefined;
    for (const plant of plants) {
      const { stationId } = plant;
      // A second try leaves out the plants that were shared by the first.
      if (results.current.get(stationId)?.isDone === true) continue;
      try {
        if (limit !== undefined) throw limit;
        const reply = await call(endpoints.sharing.share, {
          body: { ...body, stationId },
          refusalIn: "form",
        });
        if (reply === undefined) throw new ApiError("");
        sent = reply.data;
        results.current.set(stationId, { plant, isDone: true, text: t("plantList.shared") });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code === undefined || error.code === WRONG_INPUT)
          throw error;
        if (error.code === TOO_MANY) {
          // Where none was sent, the form keeps what was typed for later.
          if (sent === undefined) throw error;
          limit = error;
        }
        results.current.set(stationId, { plant, isDone: false, text: error.message });
      }
    }
    return sent ?? { grantId: "" };
  }

  function finish(): void {
    const rows = [...results.current.values()];
    const isWhole = rows.every(({ isDone }) => isDone);
    if (isWhole) toast("success", t("plantList.shareDone", { count: rows.length }));
    onDone(isWhole ? undefined : { title, rows });
  }

  return (
    <FormDialog
      title={title}
      endpoint={endpoints.sharing.share}
      schema={schema}
      fields={fields}
      initial={{ level: "participant" }}
      fixed={{ stationId: plants[0]?.stationId ?? "" }}
      send={send}
      submitText={t("sharing.submit")}
      onDone={finish}
      onClose={onClose}
    />
  );
}
