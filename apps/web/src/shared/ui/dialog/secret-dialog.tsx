import type { ReactNode } from "react";
import { toast } from "../../base/toast.ts";
import { Dialog } from "./dialog.tsx";
import "./secret-dialog.css";

interface SecretDialogProps {
  readonly title: string;
  /** What the secret is for, and that it is shown only now. */
  readonly children: ReactNode;
  readonly label: string;
  readonly secret: string;
  /** What it is used in, below it. */
  readonly use?: ReactNode;
  readonly texts: { readonly copy: string; readonly copied: string; readonly done: string };
  readonly onClose: () => void;
}

/** A secret that was created, this one time, with a button that copies it. */
export function SecretDialog({ title, children, label, secret, use, texts, onClose }: SecretDialogProps) {
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(secret);
    toast("success", texts.copied);
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <p className="shown-secret">
        <input readOnly className="input mono" aria-label={label} value={secret} />
        {/* Absent where the console is opened without https. */}
        {"clipboard" in navigator && (
          <button type="button" className="button" onClick={() => void copy()}>
            {texts.copy}
          </button>
        )}
      </p>
      {use}
      <div className="dialog-actions">
        <button type="button" className="button" data-kind="primary" onClick={onClose}>
          {texts.done}
        </button>
      </div>
    </Dialog>
  );
}
