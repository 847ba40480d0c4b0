import type { Endpoint } from "@heliograph/contract";
import type { ReactNode, RefObject } from "react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { Form, FormError } from "../../shared/form/form.tsx";
import { FormSection } from "../../shared/form/form-parts.tsx";
import type { EndpointForm } from "../../shared/form/use-endpoint-form.ts";
import { useLeave } from "../../shared/form/use-leave.ts";
import { useCachedPage } from "../../shared/routing/cached-page.ts";
import { LocationField } from "./location/location-field.tsx";
import { TariffDay } from "./tariff/tariff-day.tsx";
import type { PlantSection } from "./use-plant-sections.tsx";
import "./station-editor.css";

interface StationEditorProps<E extends Endpoint> {
  readonly title: string;
  /** Where the path above the page and "cancel" lead. */
  readonly parent: { readonly address: string; readonly name: string };
  readonly form: EndpointForm<E>;
  readonly sections: readonly PlantSection[];
  readonly saveText: string;
  /** Shown after the fields of a section, by the key of its title. */
  readonly notes?: Readonly<Partial<Record<PlantSection["titleKey"], ReactNode>>>;
  /** Shown before the buttons. */
  readonly children?: ReactNode;
}

/** Brings the location into view and focuses it, each time a link with `at=location` is followed. */
function useLocationInView(element: RefObject<HTMLFormElement | null>): void {
  const { key, search } = useLocation();
  const isAtLocation = new URLSearchParams(search).get("at") === "location";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link followed again scrolls there again
  useEffect(() => {
    const section = isAtLocation
      ? element.current?.querySelector(".location-field")?.closest("section")
      : null;
    section?.scrollIntoView();
    section?.querySelector("input")?.focus({ preventScroll: true });
  }, [isAtLocation, key]);
}

/** The page of a plant's fields (R3.8). */
export function StationEditor<E extends Endpoint>(props: StationEditorProps<E>) {
  const { title, parent, form, sections, saveText, notes = {}, children } = props;
  const { t } = useTranslation();
  const { close } = useCachedPage();
  useLocationInView(form.element);
  const leave = useLeave({ form, onLeave: () => close(parent.address) });
  return (
    <Form form={form} className="station-editor" onSubmit={() => void form.submit()}>
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
      {form.offer}
      {sections.map(({ fields, ...section }) => (
        <FormSection
          key={section.titleKey}
          {...section}
          form={form}
          paths={Object.keys(fields)}
          lead={section.titleKey === "form.place" && <LocationField form={form} />}
        >
          {section.titleKey === "form.tariff" && <TariffDay values={form.values} />}
          {notes[section.titleKey]}
        </FormSection>
      ))}
      {children}
      <footer className="station-editor-actions">
        <FormError form={form} />
        <button type="button" className="button" onClick={() => void leave()}>
          {t("action.cancel")}
        </button>
        <button type="submit" className="button" data-kind="primary" disabled={form.isBusy}>
          {saveText}
        </button>
      </footer>
    </Form>
  );
}
