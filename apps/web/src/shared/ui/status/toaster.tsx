import { useEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { Toast } from "../../base/toast.ts";
import { dismissToast, toastStore } from "../../base/toast.ts";
import { useTopDialog } from "../dialog/open-dialogs.ts";
import "./toaster.css";

/** Shows toasts one below the other, over all dialogs; they disappear automatically (R4.17). */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  const dialog = useTopDialog();
  return createPortal(
    <div className="toaster" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>,
    dialog ?? document.body,
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), toast.endsAt - Date.now());
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div className="toast" data-kind={toast.kind} role={toast.kind === "error" ? "alert" : undefined}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {toast.kind === "success" ? (
          <path d="M3 8.500l3.200 3.200L13 5" />
        ) : (
          <path d="M8 3.500v5.500M8 12v.5" />
        )}
      </svg>
      {toast.text}
    </div>
  );
}
