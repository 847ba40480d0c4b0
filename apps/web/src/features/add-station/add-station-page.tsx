import { endpoints } from "virtual:endpoints";
import type { SubmitEvent } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { useChange } from "../../shared/api/queries.ts";
import { BasicsSection } from "./basics-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { PlaceSection } from "./place-section.tsx";
import type { Refusals, StationForm } from "./station-form.ts";
import { emptyForm, findMissing, toStationInput } from "./station-form.ts";
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
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState(() => emptyForm(Intl.DateTimeFormat().resolvedOptions().timeZone));
  const [refusals, setRefusals] = useState<Refusals>({});
  const add = useChange(endpoints.station.add, { isQuiet: true });
  const set = (change: Partial<StationForm>): void => setForm((before) => ({ ...before, ...change }));

  function show(next: Refusals): void {
    setRefusals(next);
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  async function save(): Promise<void> {
    const missing = findMissing(form);
    if (missing.length > 0) return show(Object.fromEntries(missing.map((path) => [path, t("form.needed")])));
    setRefusals({});
    try {
      const { stationId } = await add.mutateAsync(toStationInput(form));
      await navigate(`/station/${stationId}`);
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
