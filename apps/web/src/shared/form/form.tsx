import { useMutationState } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
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

/** An error that concerns no field on screen, and that what is sent waits for the network. */
export function FormError({ form }: { readonly form: Pick<FormState, "errors" | "isBusy"> }) {
  const { t } = useTranslation();
  const paused = useMutationState({
    filters: { status: "pending" },
    select: ({ state }) => state.isPaused,
  });
  if (form.isBusy && paused.includes(true))
    return (
      <p className="form-waiting" role="status">
        {t("sending.offline")}
      </p>
    );
  const error = form.errors[""];
  if (error === undefined) return null;
  return (
    <p className="form-refusal" role="alert">
      {error}
    </p>
  );
}
