import { endpoints } from "virtual:endpoints";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../shared/api/queries.ts";
import { useKeptPage, useUnsaved } from "../../shared/routing/kept-page.ts";
import { useDraft } from "../../shared/session/use-draft.tsx";
import { StationEditor } from "./station-editor.tsx";
import type { StationForm } from "./station-form.ts";
import { emptyForm, toStationInput } from "./station-form.ts";

/** A new plant (R2.7). */
export function AddStationPage() {
  const { t } = useTranslation();
  const [empty] = useState(() => emptyForm(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [form, setForm] = useState(empty);
  const { close } = useKeptPage();
  useUnsaved(form !== empty);
  const typed = form === empty ? undefined : form;
  const { offer, drop } = useDraft<StationForm>({
    form: "/workData/powerStation/add",
    typed,
    take: (taken) => setForm({ ...empty, ...taken }),
  });
  const add = useChange(endpoints.station.add, { refusalIn: "form" });

  async function save(): Promise<void> {
    const { stationId } = await add.mutateAsync(toStationInput(form));
    drop();
    close(`/station/${stationId}`);
  }

  return (
    <StationEditor
      offer={offer}
      title={t("title.addStation")}
      parent={{ address: "/home", name: t("frame.home") }}
      form={form}
      set={(change) => setForm((before) => ({ ...before, ...change }))}
      saveText={t("form.save")}
      isSaving={add.isPending}
      save={save}
    />
  );
}
