import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import type { Control } from "../../../shared/ui/form/control.ts";

/** The content of a signature file: pasted, or read from the file. */
export function SignatureField({ value, onChange, attributes }: Control) {
  const { t } = useTranslation();
  return (
    <div className="firmware-signature">
      <textarea
        {...attributes}
        className="input mono form-lines"
        rows={5}
        spellCheck={false}
        value={typeof value === "string" ? value : ""}
        onChange={({ target }) => onChange(target.value)}
      />
      <label className="button">
        <Icon name="document" />
        {t("firmware.chooseSignature")}
        <input
          type="file"
          accept=".sig"
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = "";
            void file?.text().then(onChange);
          }}
        />
      </label>
    </div>
  );
}
