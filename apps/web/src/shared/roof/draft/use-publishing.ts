import { endpoints } from "virtual:endpoints";
import type { LayoutDraft } from "@heliograph/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../api/api.ts";
import { ApiError } from "../../api/api-error.ts";
import { sentenceOf } from "../../api/shown-refusals.ts";
import { toast } from "../../base/toast.ts";
import { askConfirm } from "../../ui/dialog/asking.ts";
import { isSameLayout } from "./diff.ts";
import type { EditorData } from "./editor-data.ts";
import type { useDraftSaving } from "./use-draft-saving.ts";
import { localCopies } from "./use-draft-saving.ts";

interface PublishingInput {
  readonly stationId: string;
  readonly accountId: string;
  readonly layout: LayoutDraft;
  readonly saving: ReturnType<typeof useDraftSaving>;
  /** What the server has. */
  readonly server: EditorData;
  /** Page that is shown once the draft is published or discarded. */
  readonly nextAddress: string;
  /** Everything is saved, and there is something to publish. */
  readonly onReady: () => void;
}

/** Publishes the draft of a layout, or discards it; both end the editing. */
export function usePublishing({
  stationId,
  accountId,
  layout,
  saving,
  server,
  nextAddress,
  onReady,
}: PublishingInput) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function openPublish(): Promise<void> {
    setRefusal(undefined);
    if (!(await saving.flush())) return;
    if (saving.readRevision() === null && isSameLayout(server.layout, layout) && server.version !== null) {
      toast("success", t("layoutEditor.diff.none"));
      return;
    }
    onReady();
  }

  async function publish(): Promise<void> {
    setBusy(true);
    try {
      const revision = saving.readRevision() ?? (await saveUnchanged(stationId, layout));
      const response = await call(endpoints.layout.publish, {
        body: { stationId, revision },
        refusalIn: "dialog",
      });
      if (response === undefined) return;
      localCopies.remove(accountId, stationId);
      const { version, emptied } = response.data;
      toast("success", t("layoutEditor.published", { number: version }));
      if (emptied > 0) toast("success", t("layoutEditor.emptied", { count: emptied }));
      await navigate(nextAddress);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function discard(): Promise<void> {
    const result = await askConfirm({
      title: t("layoutEditor.discardTitle"),
      text: t("layoutEditor.discardText"),
      confirmText: t("layoutEditor.discard"),
      kind: "danger",
    });
    if (result !== "confirm" || !(await saving.flush())) return;
    const revision = saving.readRevision();
    if (revision !== null) await call(endpoints.layout.discardDraft, { body: { stationId, revision } });
    localCopies.remove(accountId, stationId);
    await navigate(nextAddress);
  }

  return { refusal, isBusy, openPublish, publish, discard };
}

/** The arrangement of a plant without a layout can be published as it is: it is saved first. */
async function saveUnchanged(stationId: string, layout: LayoutDraft): Promise<number> {
  const saved = await call(endpoints.layout.saveDraft, {
    body: { stationId, revision: null, layout },
    refusalIn: "dialog",
  });
  if (saved === undefined) throw new ApiError("");
  return saved.data.revision;
}
