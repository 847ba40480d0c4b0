import { useEffect, useSyncExternalStore } from "react";
import type { Toast } from "./toast.ts";
import { dismissToast, TOAST_MS, toastStore } from "./toast.ts";
import "./toaster.css";

/** Shows toasts one below the other; they go by themselves (R4.17). */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read);
  return (
    <div className="toaster" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast.id]);
  return (
    <div className="toast" data-kind={toast.kind}>
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
