import type { ReactNode } from "react";
import { useId, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../content/icon-button.tsx";
import { openDialog } from "./open-dialogs.ts";

interface DialogProps {
  readonly title: string;
  readonly kind?: "dialog" | "drawer";
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal over the page: the browser keeps the focus inside and gives it back. Shown while it is rendered. */
export function Dialog({ title, kind = "dialog", onClose, children }: DialogProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closes before React removes it: outside of the document a dialog does not return the focus.
  useLayoutEffect(() => openDialog(ref.current), []);
  return (
    <dialog
      ref={ref}
      className="dialog"
      data-kind={kind}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={t("action.close")} isQuiet onClick={onClose} />
      </div>
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  readonly confirmText: string;
  /** `danger`: the confirmed action cannot be undone. */
  readonly kind?: "plain" | "danger";
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Called when the dialog is closed without a decision; by default the same as cancel. */
  readonly onClose?: () => void;
}

/** Asks before something that cannot be taken back quietly (R4.16). */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, text, confirmText, kind = "plain", onConfirm, onCancel, onClose = onCancel } = props;
  const { t } = useTranslation();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onCancel}>
          {t("action.cancel")}
        </button>
        <button
          type="button"
          className="button"
          data-kind={kind === "danger" ? kind : "primary"}
          onClick={onConfirm}
        >
          {confirmText}
        </button>
      </div>
    </Dialog>
  );
}
