import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatDay } from "../base/format/times.ts";
import { toTypedNumber } from "../base/format/typed-numbers.ts";
import type { MessageKey } from "../base/i18n/i18n.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import type { Overruled } from "./form-draft.ts";
import { FormField } from "./form-field.tsx";
import type { FieldLayout } from "./layout.ts";
import type { FormState } from "./use-form.ts";
import { isNumeric } from "./values.ts";

interface OverruledFieldsProps {
  readonly form: Pick<FormState, "layout" | "fields"> & { readonly overruled: readonly Overruled[] };
  /** Shown whether fields are named or not. */
  readonly text?: string;
}

/** What someone else has changed in fields that were typed in as well. */
export function OverruledFields({ form: { layout, fields, overruled }, text }: OverruledFieldsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const say = (path: string, theirs: string): string => {
    const field = fields.find((each) => each.path === path);
    const { sayChoice, isCoordinate = false } = layout[path] as FieldLayout;
    if (field?.kind === "choice") return sayChoice?.(theirs) ?? theirs;
    if (field?.kind === "day") return formatDay(theirs, tag);
    return field !== undefined && isNumeric(field) && !isCoordinate ? toTypedNumber(theirs, tag) : theirs;
  };
  if (overruled.length === 0 && text === undefined) return null;
  return (
    <div className="form-overruled" role="status">
      {text !== undefined && <p>{text}</p>}
      {overruled.length > 0 && (
        <>
          <p>{t("typed.overruled")}</p>
          <ul>
            {overruled.map(({ path, theirs }) => (
              <li key={path}>
                {t((layout[path] as FieldLayout).labelKey)}
                {theirs !== undefined && (
                  <>
                    : <b>{say(path, theirs)}</b>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface FormSectionProps {
  readonly form: FormState;
  readonly titleKey: MessageKey;
  readonly textKey: MessageKey;
  /** Shown over the fields. */
  readonly noteKey?: MessageKey;
  readonly paths: readonly string[];
  /** Shown before the fields; `children` follow them. */
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** A group of fields with a description beside them. */
export function FormSection({ form, titleKey, textKey, noteKey, paths, lead, children }: FormSectionProps) {
  const { t } = useTranslation();
  return (
    <section className="card form-section" aria-label={t(titleKey)}>
      <header>
        <h2>{t(titleKey)}</h2>
        <p>{t(textKey)}</p>
      </header>
      <div className="form-fields">
        {noteKey !== undefined && <p className="hint">{t(noteKey)}</p>}
        {lead}
        {paths.map((path) => (
          <FormField key={path} form={form} path={path} />
        ))}
        {children}
      </div>
    </section>
  );
}
