import type { ReactNode } from "react";
import type { FormState } from "./use-form.ts";

interface FormProps {
  readonly form: Pick<FormState, "element">;
  readonly className: string;
  readonly label?: string;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The element of every form: the rules are checked by the form itself, not by the browser. */
export function Form({ form, className, label, onSubmit, children }: FormProps) {
  return (
    <form
      ref={form.element}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** An error that concerns no field on screen. */
export function FormError({ form }: { readonly form: Pick<FormState, "errors"> }) {
  const error = form.errors[""];
  if (error === undefined) return null;
  return (
    <p className="form-refusal" role="alert">
      {error}
    </p>
  );
}
