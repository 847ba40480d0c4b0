import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/sharing.sharePlants";
import type { BodyInputOf, DataOf, GrantLevel, StationRow } from "@heliograph/contract";
import { MAX_SHARED_PLANTS } from "@heliograph/contract/plant-share-limits";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { toast } from "../../../shared/base/toast.ts";
import { FormDialog } from "../../../shared/form/form-dialog.tsx";
import type { PlantOutcome, PlantsDialogProps } from "./outcome-dialog.tsx";

type SharePlants = typeof endpoints.sharing.sharePlants;

/** An account invites so many times an hour. */
const TOO_MANY = "A0501";

/** Invites a user to all chosen plants (R6.4): by one call and one message for each part of them that a call can have. */
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

  /** Notes the result of each plant of a call; one without a result is no longer visible. */
  function note(part: readonly StationRow[], { rows }: DataOf<SharePlants>): void {
    const found = new Map(rows.map(({ stationId, result }) => [stationId, result]));
    for (const plant of part) {
      const result = found.get(plant.stationId) ?? "notFound";
      const text = t(`plantList.shareResult.${result}`);
      results.current.set(plant.stationId, { plant, isDone: result === "done", text });
    }
  }

  async function send(body: BodyInputOf<SharePlants>): Promise<DataOf<SharePlants>> {
    // A second try leaves out the plants that were shared by the first.
    const left = plants.filter(({ stationId }) => results.current.get(stationId)?.isDone !== true);
    for (let from = 0; from < left.length; from += MAX_SHARED_PLANTS) {
      const part = left.slice(from, from + MAX_SHARED_PLANTS);
      const stationIds = part.map(({ stationId }) => stationId);
      try {
        const reply = await call(endpoints.sharing.sharePlants, {
          body: { ...body, stationIds },
          refusalIn: "form",
        });
        if (reply === undefined) throw new ApiError("");
        note(part, reply.data);
      } catch (error) {
        // Where none was sent, the form keeps what was typed for later.
        if (!(error instanceof ApiError) || error.code !== TOO_MANY || from === 0) throw error;
        for (const plant of left.slice(from))
          results.current.set(plant.stationId, { plant, isDone: false, text: error.message });
        break;
      }
    }
    return { rows: [] };
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
      endpoint={endpoints.sharing.sharePlants}
      schema={schema}
      fields={fields}
      initial={{ level: "participant" }}
      fixed={{ stationIds: plants.slice(0, MAX_SHARED_PLANTS).map(({ stationId }) => stationId) }}
      send={send}
      submitText={t("sharing.submit")}
      onDone={finish}
      onClose={onClose}
    />
  );
}
