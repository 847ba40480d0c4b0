import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { readPlainNumber } from "../../../shared/base/format/typed-numbers.ts";
import type { FormState } from "../../../shared/form/use-form.ts";
import { lazyPart } from "../../../shared/routing/lazy-part.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";
import type { Place } from "../../../shared/ui/map/projection.ts";
import { Skeleton } from "../../../shared/ui/status/empty-state.tsx";
import { problemKeys, SEARCH_PATH } from "./coordinate-search.ts";
import type { CoordinateProblem } from "./parse-coordinates.ts";
import { parseCoordinates } from "./parse-coordinates.ts";
import "./location.css";

const ZoneAdvice = lazyPart(async () => (await import("./zone-advice.tsx")).ZoneAdvice);
const LocationMap = lazyPart(async () => (await import("./location-map.tsx")).LocationMap);

interface LocationFieldProps {
  readonly form: Pick<FormState, "values" | "errors" | "set" | "layout">;
}

/** Search by coordinates and the map under it; both fill in latitude and longitude. */
export function LocationField({ form }: LocationFieldProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<CoordinateProblem>();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState(0);
  const typed = String(form.values[SEARCH_PATH] ?? "");
  const place = readPlace(form.values.latitude, form.values.longitude);

  function setPlace(next: Place | undefined): void {
    form.set("latitude", next === undefined ? "" : String(next.latitude));
    form.set("longitude", next === undefined ? "" : String(next.longitude));
  }
  function search(): void {
    const parsed = parseCoordinates(typed);
    if ("problem" in parsed) {
      setProblem(parsed.problem);
      return;
    }
    setPlace(parsed.place);
    setFound(found + 1);
    form.set(SEARCH_PATH, "");
  }
  function remove(): void {
    setPlace(undefined);
    // The button disappears with the place.
    input.current?.focus();
  }
  const refusal = problem === undefined ? form.errors[SEARCH_PATH] : t(problemKeys[problem]);
  return (
    <div className="location-field">
      <div className="location-search">
        <Field
          label={t("plantEditor.search")}
          hint={t("plantEditor.searchHint")}
          {...(refusal && { refusal })}
        >
          {(attributes) => (
            <input
              {...attributes}
              ref={input}
              className="input"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => {
                setProblem(undefined);
                form.set(SEARCH_PATH, target.value);
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                search();
              }}
              // Nothing is said of an empty field that is only passed.
              onBlur={() => typed.trim() !== "" && search()}
            />
          )}
        </Field>
        <button
          type="button"
          className="button"
          // The input keeps the focus: leaving it would search first, and this button then an empty text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={search}
        >
          {t("plantEditor.apply")}
        </button>
        {place !== undefined && (
          <button type="button" className="button" data-kind="quiet" onClick={remove}>
            {t("plantEditor.clearLocation")}
          </button>
        )}
      </div>
      <Suspense fallback={<Skeleton width="100%" height="28rem" />}>
        {/* A place that was searched is shown, wherever the map was moved to. */}
        <LocationMap key={found} place={place} onPick={setPlace} />
      </Suspense>
      {place !== undefined && (
        <Suspense fallback={null}>
          <ZoneAdvice form={form} place={place} />
        </Suspense>
      )}
    </div>
  );
}

/** Latitude and longitude as far as both are valid. */
function readPlace(latitude: unknown, longitude: unknown): Place | undefined {
  const [north, east] = [readPlainNumber(String(latitude ?? "")), readPlainNumber(String(longitude ?? ""))];
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { latitude: north, longitude: east } : undefined;
}
