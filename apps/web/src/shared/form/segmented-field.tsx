import type { ReactNode } from "react";
import { useId } from "react";
import { Segmented } from "../ui/form/segmented.tsx";

interface SegmentedFieldProps {
  readonly label: string;
  readonly isNeeded: boolean;
  readonly hint: ReactNode;
  readonly refusal: string | undefined;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string) => void;
}

/** A few choices side by side, with a label and an error like any other field. */
export function SegmentedField({ label, isNeeded, hint, refusal, ...choice }: SegmentedFieldProps) {
  const noteId = useId();
  const note = refusal ?? hint;
  return (
    <fieldset className="field form-choice" aria-describedby={note === undefined ? undefined : noteId}>
      <legend className="label">
        {label}
        {isNeeded && (
          <span className="needed" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <Segmented label={label} {...choice} />
      {note !== undefined && (
        <span id={noteId} className={refusal === undefined ? "hint" : "refusal"} role={refusal && "alert"}>
          {note}
        </span>
      )}
    </fieldset>
  );
}
