import { endpoints } from "virtual:endpoints";
import { MAX_SITE_WORK_H, MAX_SITE_WORK_REASON } from "@heliograph/contract/site-work-limits";
import type { ReactNode } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../api/queries.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { DialogForm } from "../../form/dialog-form.tsx";
import { useForm } from "../../form/use-form.ts";
import { InstantInput } from "../../ui/form/date-inputs.tsx";
import { Field } from "../../ui/form/field.tsx";
import { useServerNow } from "../../ui/status/time-ago.tsx";
import { EndFields, HOUR_MS } from "./end-fields.tsx";
import type { PlantOfWork, ShownSiteWork } from "./use-site-work.ts";

interface WorkDialogProps {
  readonly title: string;
  readonly submitText: string;
  /** Sends the change; absent until the times are chosen. */
  readonly send: (() => Promise<unknown>) | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

// The fields depend on each other; the form shows what the server refuses.
const schema = { fields: [], sentences: { en: {}, "zh-cn": {}, pt: {}, th: {} } };
const layout = {};

function WorkDialog({ title, submitText, send, onClose, children }: WorkDialogProps) {
  const { t } = useTranslation();
  const { language } = useLocale();
  const form = useForm({ schema, layout });
  async function submit(): Promise<void> {
    if (send === undefined) {
      form.showErrors({ "": { sentence: t("siteWork.missing"), language } });
      return;
    }
    await form.submit(async () => {
      await send();
      onClose();
    });
  }
  return (
    <DialogForm
      form={form}
      title={title}
      submitText={submitText}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="site-work-lead">{t("siteWork.lead")}</p>
      {children}
    </DialogForm>
  );
}

/** Starts site work at a plant, now or later. */
export function StartDialog({ stationId, timeZone, onClose }: PlantOfWork & { onClose: () => void }) {
  const { t } = useTranslation();
  const now = useServerNow();
  const adding = useChange(endpoints.siteWork.add, { refusalIn: "form" });
  const [isLater, setLater] = useState(false);
  const [fromAt, setFromAt] = useState("");
  const [untilAt, setUntilAt] = useState<string>();
  const [hours, setHours] = useState(2);
  const [reason, setReason] = useState("");
  const startMs = isLater ? Date.parse(fromAt) : now;
  const isReady = Number.isFinite(startMs) && untilAt !== "";
  const send = (): Promise<unknown> =>
    adding.mutateAsync({
      stationId,
      reason,
      ...(isLater && { fromAt }),
      untilAt: untilAt ?? new Date(startMs + hours * HOUR_MS).toISOString(),
    });
  return (
    <WorkDialog
      title={t("siteWork.title")}
      submitText={t(isLater ? "siteWork.plan" : "siteWork.start")}
      onClose={onClose}
      send={isReady ? send : undefined}
    >
      <Field label={t("siteWork.from")}>
        {(attributes) => (
          <select
            {...attributes}
            className="input"
            value={isLater ? "later" : "now"}
            onChange={({ target }) => setLater(target.value === "later")}
          >
            <option value="now">{t("siteWork.now")}</option>
            <option value="later">{t("siteWork.later")}</option>
          </select>
        )}
      </Field>
      {isLater && (
        <Field label={t("siteWork.fromAt")} isNeeded>
          {(attributes) => <InstantInput value={fromAt} onChange={setFromAt} attributes={attributes} />}
        </Field>
      )}
      <EndFields
        label={t("siteWork.duration")}
        fromMs={startMs}
        maxHours={MAX_SITE_WORK_H}
        timeZone={timeZone}
        hours={hours}
        untilAt={untilAt}
        onHours={setHours}
        onUntil={setUntilAt}
      />
      <Field label={t("siteWork.reason")}>
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            value={reason}
            maxLength={MAX_SITE_WORK_REASON}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </WorkDialog>
  );
}

interface ExtendProps extends PlantOfWork {
  readonly row: ShownSiteWork;
  readonly onClose: () => void;
}

/** Moves the end of site work. */
export function ExtendDialog({ stationId, timeZone, row, onClose }: ExtendProps) {
  const { t } = useTranslation();
  const extending = useChange(endpoints.siteWork.extend, { refusalIn: "form" });
  const endMs = Date.parse(row.untilAt);
  const maxHours = MAX_SITE_WORK_H - (endMs - Date.parse(row.fromAt)) / HOUR_MS;
  const [hours, setHours] = useState(1);
  const [untilAt, setUntilAt] = useState<string | undefined>(maxHours < 1 ? row.untilAt : undefined);
  const send = (): Promise<unknown> =>
    extending.mutateAsync({
      stationId,
      siteWorkId: row.siteWorkId,
      untilAt: untilAt ?? new Date(endMs + hours * HOUR_MS).toISOString(),
    });
  return (
    <WorkDialog
      title={t("siteWork.changeTitle")}
      submitText={t("siteWork.save")}
      onClose={onClose}
      send={untilAt === "" ? undefined : send}
    >
      <EndFields
        label={t("siteWork.extension")}
        fromMs={endMs}
        maxHours={maxHours}
        timeZone={timeZone}
        hours={hours}
        untilAt={untilAt}
        onHours={setHours}
        onUntil={setUntilAt}
      />
    </WorkDialog>
  );
}
