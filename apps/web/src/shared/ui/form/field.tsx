import type { ReactNode } from "react";
import { useId } from "react";

interface FieldProps {
  readonly label: string;
  readonly isNeeded?: boolean;
  readonly hint?: ReactNode;
  /** Why the value was refused. */
  readonly refusal?: string;
  readonly children: (attributes: {
    readonly id: string;
    readonly "aria-invalid": boolean;
    readonly "aria-describedby": string | undefined;
  }) => ReactNode;
}

/** A labelled input with its hint, and the refusal beside it. */
export function Field({ label, isNeeded = false, hint, refusal, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = refusal ?? hint ?? undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isNeeded && (
          <span className="needed" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children({
        id,
        "aria-invalid": refusal !== undefined,
        "aria-describedby": note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <span id={noteId} className={refusal === undefined ? "hint" : "refusal"} role={refusal && "alert"}>
          {note}
        </span>
      )}
    </div>
  );
}
