import { useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { QrCode } from "../../shared/ui/content/qr-code.tsx";

interface ResponderLabelProps {
  readonly plantName: string;
  readonly address: string;
}

/** Prints the code of the page for responders as a label, without the rest of the console. */
export function ResponderLabel({ plantName, address }: ResponderLabelProps) {
  const { t } = useTranslation();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const end = () => setPrinting(false);
    addEventListener("afterprint", end);
    return () => removeEventListener("afterprint", end);
  }, []);

  function print(): void {
    // What is printed is on the page before the browser takes it.
    flushSync(() => setPrinting(true));
    window.print();
  }

  return (
    <>
      <button type="button" className="button" onClick={print}>
        <Icon name="printer" />
        {t("responder.printLabel")}
      </button>
      {isPrinting &&
        createPortal(
          <div className="responder-label">
            <h1>{t("responder.labelTitle")}</h1>
            <p>{plantName}</p>
            <QrCode text={address} label={t("responder.code", { name: plantName })} />
            <p>{t("responder.labelText")}</p>
          </div>,
          document.body,
        )}
    </>
  );
}
