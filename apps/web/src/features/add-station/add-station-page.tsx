import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { formatNumber } from "../../shared/format/numbers.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { useKeptPage, useUnsaved } from "../../shared/routing/kept-page.ts";
import { BasicsSection } from "./basics-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { PlaceSection } from "./place-section.tsx";
import type { Refusals, StationForm, Wrong } from "./station-form.ts";
import {
  emptyForm,
  findWrong,
  MOST_KWP,
  MOST_LATITUDE,
  MOST_LONGITUDE,
  toStationInput,
} from "./station-form.ts";
import { TariffSection } from "./tariff-section.tsx";
import "./add-station.css";

export interface SectionProps {
  readonly form: StationForm;
  readonly refusals: Refusals;
  readonly set: (change: Partial<StationForm>) => void;
}

/** A new plant (R3.8). What the server refuses stands beside its field, and everything typed stays. */
export function AddStationPage() {
  const { t } = useTranslation();
  const element = useRef<HTMLFormElement>(null);
  const { tag } = useLocale();
  const [empty] = useState(() => emptyForm(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [form, setForm] = useState(empty);
  const { close } = useKeptPage();
  useUnsaved(form !== empty);
  const [refusals, setRefusals] = useState<Refusals>({});
  const add = useChange(endpoints.station.add, { isQuiet: true });
  const set = (change: Partial<StationForm>): void => setForm((before) => ({ ...before, ...change }));

  function show(next: Refusals): void {
    setRefusals(next);
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  function say(kind: Wrong): string {
    const range = (most: number): string => t("form.wrong.range", { least: -most, most });
    if (kind === "needed") return t("form.needed");
    if (kind === "latitude") return range(MOST_LATITUDE);
    if (kind === "longitude") return range(MOST_LONGITUDE);
    return t(`form.wrong.${kind}`, { most: formatNumber(MOST_KWP, tag, 0) });
  }

  async function save(): Promise<void> {
    const wrong = Object.entries(findWrong(form));
    if (wrong.length > 0) return show(Object.fromEntries(wrong.map(([path, kind]) => [path, say(kind)])));
    setRefusals({});
    try {
      const { stationId } = await add.mutateAsync(toStationInput(form));
      close(`/station/${stationId}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const named = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
      show(error.fields.length === 0 ? { "": error.message } : named);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void save();
  }

  const section: SectionProps = { form, refusals, set };
  return (
    <form ref={element} className="add-station" onSubmit={submit} noValidate>
      <header>
        <nav className="crumbs" aria-label={t("frame.path")}>
          <Link to="/home">{t("frame.home")}</Link>
          <span aria-hidden="true">/</span>
          <span aria-current="page">{t("title.addStation")}</span>
        </nav>
        <h1>{t("title.addStation")}</h1>
      </header>
      <BasicsSection {...section} />
      <TariffSection {...section} />
      <PeopleSection {...section} />
      <PlaceSection {...section} />
      {refusals[""] !== undefined && (
        <p className="form-refusal" role="alert">
          {refusals[""]}
        </p>
      )}
      <footer className="add-station-actions">
        <Link className="button" to="/home">
          {t("action.cancel")}
        </Link>
        <button type="submit" className="button" data-kind="primary" disabled={add.isPending}>
          {t("form.save")}
        </button>
      </footer>
    </form>
  );
}
