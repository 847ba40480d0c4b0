import type { ReactNode, SubmitEvent } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../../shared/api/api-error.ts";
import { noteShown } from "../../shared/api/shown-refusals.ts";
import { formatNumber } from "../../shared/format/numbers.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import type { RefusalsOf } from "../../shared/ui/refusals.ts";
import { quote, refuse, tellRefusals } from "../../shared/ui/refusals.ts";
import { BasicsSection } from "./basics-section.tsx";
import { PeopleSection } from "./people-section.tsx";
import { PlaceSection } from "./place-section.tsx";
import type { Refusals, StationForm, Wrong } from "./station-form.ts";
import { findWrong, MOST_KWP, MOST_LATITUDE, MOST_LONGITUDE } from "./station-form.ts";
import { TariffSection } from "./tariff-section.tsx";
import "./station-editor.css";

/** Why a field cannot be changed, by its name in the form. */
export type Fixed = Readonly<
  Partial<Record<"gridDate" | "currency" | "timeZone" | "meteringLevel" | "tariff", string>>
>;

export interface SectionProps {
  readonly form: StationForm;
  readonly refusals: Refusals;
  readonly fixed: Fixed;
  readonly set: (change: Partial<StationForm>) => void;
}

interface StationEditorProps {
  readonly title: string;
  /** Where the path above the page and "cancel" lead. */
  readonly parent: { readonly address: string; readonly name: string };
  readonly form: StationForm;
  readonly fixed?: Fixed;
  readonly set: (change: Partial<StationForm>) => void;
  readonly saveText: string;
  readonly isSaving: boolean;
  /** Sends the form; what it throws stands beside the fields. */
  readonly save: () => Promise<void>;
  /** Stands with the prices. */
  readonly tariffNote?: (refusals: Refusals) => ReactNode;
  /** Offers what was typed before, over the fields. */
  readonly offer?: ReactNode;
  /** Stands before the buttons. */
  readonly children?: ReactNode;
}

/** The fields of a plant (R3.8). What the server refuses stands beside its field, and everything typed stays. */
export function StationEditor(props: StationEditorProps) {
  const {
    title,
    parent,
    form,
    fixed = {},
    set,
    saveText,
    isSaving,
    save,
    tariffNote,
    offer,
    children,
  } = props;
  const { t } = useTranslation();
  const { language, tag } = useLocale();
  const element = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<RefusalsOf<Wrong>>({});
  const refusals = tellRefusals(refused, language, say);

  function show(next: RefusalsOf<Wrong>): void {
    setRefused(next);
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    );
  }

  function say(kind: Wrong): string {
    const range = (most: number): string => t("form.wrong.range", { least: -most, most });
    if (kind === "needed") return t("form.needed");
    if (typeof kind === "object") return t(`form.prompt.${kind.needed}`);
    if (kind === "latitude") return range(MOST_LATITUDE);
    if (kind === "longitude") return range(MOST_LONGITUDE);
    return t(`form.wrong.${kind}`, { most: formatNumber(MOST_KWP, tag, 0) });
  }

  async function send(): Promise<void> {
    const wrong = findWrong(form);
    if (Object.keys(wrong).length > 0) return show(refuse(wrong));
    setRefused({});
    try {
      await save();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noteShown(error);
      const named = Object.fromEntries(error.fields.map(({ path, message }) => [path, message]));
      show(quote(error.fields.length === 0 ? { "": error.message } : named, language));
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    void send();
  }

  const section: SectionProps = { form, refusals, fixed, set };
  return (
    <form ref={element} className="station-editor" onSubmit={submit} noValidate>
      <header>
        <nav className="crumbs" aria-label={t("frame.path")}>
          <Link to="/home">{t("frame.home")}</Link>
          {parent.address !== "/home" && (
            <>
              <span aria-hidden="true">/</span>
              <Link to={parent.address}>{parent.name}</Link>
            </>
          )}
          <span aria-hidden="true">/</span>
          <span aria-current="page">{title}</span>
        </nav>
        <h1>{title}</h1>
      </header>
      {offer}
      <BasicsSection {...section} />
      <TariffSection {...section}>{tariffNote?.(refusals)}</TariffSection>
      <PeopleSection {...section} />
      <PlaceSection {...section} />
      {refusals[""] !== undefined && (
        <p className="form-refusal" role="alert">
          {refusals[""]}
        </p>
      )}
      {children}
      <footer className="station-editor-actions">
        <Link className="button" to={parent.address}>
          {t("action.cancel")}
        </Link>
        <button type="submit" className="button" data-kind="primary" disabled={isSaving}>
          {saveText}
        </button>
      </footer>
    </form>
  );
}
