import { endpoints } from "virtual:endpoints";
import type { AlarmResult, AlarmRow } from "@heliograph/contract";
import { MAX_ALARMS_PER_CALL } from "@heliograph/contract/alarm-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { toast } from "../../shared/base/toast.ts";
import type { Selection } from "../../shared/ui/table/use-selection.ts";
import { useForceReason } from "./use-force-reason.ts";

export type BatchAct = "clear" | "acknowledge" | "force";

/** What became of each alarm of a batch. */
export interface BatchOutcome {
  readonly act: BatchAct;
  readonly rows: readonly { readonly alarm: AlarmRow; readonly result: AlarmResult }[];
}

/** Clears, acknowledges and force-clears selected alarms; keeps the result until it is closed. */
export function useBatch() {
  const { t } = useTranslation();
  const clear = useChange(endpoints.alarm.batchClear);
  const acknowledge = useChange(endpoints.alarm.acknowledge);
  const forceClear = useChange(endpoints.alarm.forceClear);
  const askReason = useForceReason();
  const [outcome, setOutcome] = useState<BatchOutcome>();

  function send(act: BatchAct, alarmIds: string[], reason: string) {
    if (act === "force") return forceClear.mutateAsync({ alarmIds, reason });
    return (act === "clear" ? clear : acknowledge).mutateAsync({ alarmIds });
  }

  /** whether the server has replied; a refusal is a toast already. */
  async function change(act: BatchAct, alarms: readonly AlarmRow[]): Promise<boolean> {
    const reason = act === "force" ? await askReason(alarms.length) : "";
    if (reason === undefined) return false;
    const byId = new Map(alarms.map((alarm) => [alarm.alarmId, alarm]));
    const ids = [...byId.keys()];
    const rows: BatchOutcome["rows"][number][] = [];
    try {
      for (let from = 0; from < ids.length; from += MAX_ALARMS_PER_CALL) {
        const data = await send(act, ids.slice(from, from + MAX_ALARMS_PER_CALL), reason);
        for (const { alarmId, result } of data.rows) {
          const alarm = byId.get(alarmId);
          if (alarm !== undefined) rows.push({ alarm, result });
        }
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return false;
    }
    if (rows.every(({ result }) => result === "done"))
      toast("success", t(`alarms.done.${act}`, { count: rows.length }));
    else setOutcome({ act, rows });
    return true;
  }

  return {
    outcome,
    isBusy: clear.isPending || acknowledge.isPending || forceClear.isPending,
    close: () => setOutcome(undefined),
    async run(act: BatchAct, selection: Selection<AlarmRow>): Promise<void> {
      if (await change(act, selection.rows)) selection.clear();
    },
    async force(alarms: readonly AlarmRow[]): Promise<void> {
      setOutcome(undefined);
      await change("force", alarms);
    },
  };
}
