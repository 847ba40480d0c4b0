import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { dropPath, useChange } from "../../shared/api/queries.ts";
import { sentenceOf } from "../../shared/api/shown-refusals.ts";
import { toast } from "../../shared/base/toast.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import type { AlarmDetail } from "./alarm-detail.ts";
import { useForceReason } from "./use-force-reason.ts";

/** Acknowledging, clearing and forced clearing of one alarm (R4.11). */
export function useAlarmActions({ alarmId, goneAt }: AlarmDetail) {
  const { t } = useTranslation();
  const clearing = useChange(endpoints.alarm.clear, { refusalIn: "dialog" });
  const forcing = useChange(endpoints.alarm.forceClear);
  const acknowledging = useChange(endpoints.alarm.acknowledge);
  const askReason = useForceReason();

  /** A refusal is a toast already; another user may have been faster, so the alarm is read again. */
  async function settle(done: Promise<unknown>, text: string): Promise<void> {
    try {
      await done;
      toast("success", text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await dropPath(endpoints.alarm.get.path);
    }
  }

  async function force(): Promise<void> {
    const reason = await askReason(1);
    if (reason !== undefined)
      await settle(
        forcing.mutateAsync({ alarmIds: [alarmId], reason }),
        t("alarms.done.force", { count: 1 }),
      );
  }

  /** The condition is still present: says so in the server's words and offers the forced clear. */
  async function offerForce(refusal: ApiError): Promise<void> {
    const result = await askConfirm({
      title: t("alarms.persists"),
      text: sentenceOf(refusal),
      confirmText: t("alarms.act.force"),
      kind: "danger",
    });
    if (result === "confirm") await force();
  }

  async function clear(): Promise<void> {
    try {
      await clearing.mutateAsync({ alarmId });
      toast("success", t("alarms.done.clear", { count: 1 }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await dropPath(endpoints.alarm.get.path);
      if (error.code === "A0440" && goneAt === null) await offerForce(error);
    }
  }

  return {
    clear,
    force,
    acknowledge: () =>
      settle(acknowledging.mutateAsync({ alarmIds: [alarmId] }), t("alarms.done.acknowledge", { count: 1 })),
    isBusy: clearing.isPending || forcing.isPending || acknowledging.isPending,
  };
}
