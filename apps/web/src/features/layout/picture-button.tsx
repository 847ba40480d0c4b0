import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import type { DayFileHeader } from "@heliograph/contract/layout-day";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { formatClock, formatDateTime, formatDay } from "../../shared/base/format/times.ts";
import { shownLanguage, useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Scale } from "../../shared/roof/colors.ts";
import { PRODUCING, unitStates } from "../../shared/roof/colors.ts";
import type { RoofValue } from "../../shared/roof/day-values.ts";
import { formatEnd } from "../../shared/roof/legend.tsx";
import type { ShownRoof } from "../../shared/roof/use-roof-content.ts";
import { createRoofContent } from "../../shared/roof/use-roof-content.ts";
import { download } from "../../shared/tasks/download.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { createPicture } from "./picture.ts";

interface PictureButtonProps extends Omit<ShownRoof, "selected"> {
  readonly plant: StationDetail;
  readonly value: RoofValue;
  /** The day that is compared. */
  readonly other: string | undefined;
  readonly scale: Scale;
  /** Units in each state. */
  readonly counts: readonly number[];
  /** Undefined before the values are read. */
  readonly header: DayFileHeader | undefined;
}

/** The roof on paper, in the language of the page. */
function PdfButton({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const query = { stationId: plant.stationId, language: shownLanguage() };
      const response = await call(endpoints.layout.pdf, { query });
      if (response !== undefined) download({ name: `${plant.name}.pdf`, blob: response.data });
    } catch (error) {
      // A toast says why.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <button type="button" className="button" disabled={isBusy} onClick={() => void save()}>
      <Icon name="document" />
      {t("layout.savePdf")}
    </button>
  );
}

/** Saves the roof at the moment on screen as a picture, in the language and theme of the page. */
export function PictureButton({ plant, value, other, counts, header, ...roof }: PictureButtonProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();

  async function save(): Promise<void> {
    if (header === undefined || roof.moment === undefined) return;
    const at = header.fromAt + roof.moment.step * header.stepS * 1000;
    const { from, to } = roof.scale;
    const blob = await createPicture({
      content: createRoofContent(roof, tag),
      title: plant.name,
      subtitle: [
        t(`layout.value.${value}`),
        formatDateTime(at, header.timeZone, tag),
        roof.moment.shares !== undefined && t("layout.ofExpected"),
        other !== undefined && t("layout.differenceTo", { day: formatDay(other, tag) }),
      ]
        .filter(Boolean)
        .join(" · "),
      scale: {
        from: formatEnd(from, value, roof.moment, tag),
        to: formatEnd(to, value, roof.moment, tag),
      },
      states: unitStates.flatMap((name, state) =>
        state === PRODUCING || counts[state] === 0
          ? []
          : [{ state, text: `${t(`layout.state.${name}`)} ${counts[state]}` }],
      ),
    });
    const clock = formatClock(at, header.timeZone, "en-GB").replace(":", "");
    download({ name: `${plant.name} ${header.day} ${clock}.png`, blob });
  }

  return (
    <>
      <button
        type="button"
        className="button"
        disabled={roof.moment === undefined}
        onClick={() => void save()}
      >
        <Icon name="download" />
        {t("layout.savePicture")}
      </button>
      <PdfButton plant={plant} />
    </>
  );
}
