import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { QrCode } from "../../shared/ui/content/qr-code.tsx";

interface ResponderLabelProps {
  readonly plantName: string;
  readonly address: string;
}

const print = () => window.print();

/** Prints the code of the page for responders as a label, without the rest of the console. */
export function ResponderLabel({ plantName, address }: ResponderLabelProps) {
  const { t } = useTranslation();
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const end = () => setPrinting(false);
    addEventListener("afterprint", end);
    return () => removeEventListener("afterprint", end);
  }, []);

  return (
    <>
      <button type="button" className="button" onClick={() => (isPrinting ? print() : setPrinting(true))}>
        <Icon name="printer" />
        {t("responder.printLabel")}
      </button>
      {isPrinting &&
        createPortal(
          <div className="responder-label">
            <h1>{t("responder.labelTitle")}</h1>
            <p>{plantName}</p>
            <QrCode
              text={address}
              label={t("responder.code", { name: plantName })}
              // Without its code the label would be of no use.
              onDrawn={print}
            />
            <p>{t("responder.labelText")}</p>
          </div>,
          document.body,
        )}
    </>
  );
}
