import { useTranslation } from "react-i18next";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import type { Control } from "../../../shared/ui/form/control.ts";
import { FileButton } from "../../../shared/ui/form/file-button.tsx";

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
      <FileButton accept={[".sig"]} onFile={(file) => void file.text().then(onChange)}>
        <Icon name="document" />
        {t("firmware.chooseSignature")}
      </FileButton>
    </div>
  );
}
