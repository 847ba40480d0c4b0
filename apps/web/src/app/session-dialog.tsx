import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../shared/routing/lazy-part.tsx";
import { sessionStore } from "../shared/session/current-session.ts";
import { onInvalidToken } from "../shared/session/invalid-token.ts";

// Most sessions end by signing out.
const ConfirmDialog = lazyPart(async () => (await import("../shared/ui/dialog/dialog.tsx")).ConfirmDialog);

/** Says that the session is over; either answer leads to sign-in and back to the same address (R8.2). */
export function SessionDialog() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => onInvalidToken(() => setIsOpen(sessionStore.read() !== undefined)), []);
  if (!isOpen) return null;
  const finish = (): void => {
    setIsOpen(false);
    sessionStore.reset("invalid");
  };
  return (
    <Suspense fallback={null}>
      <ConfirmDialog
        title={t("session.overTitle")}
        text={t("session.overText")}
        confirmText={t("session.signInAgain")}
        onConfirm={finish}
        onCancel={finish}
      />
    </Suspense>
  );
}
