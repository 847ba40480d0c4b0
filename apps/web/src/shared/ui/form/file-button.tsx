import type { InputHTMLAttributes, ReactNode } from "react";
import "./file-button.css";

interface FileButtonProps {
  /** Media types that the browser's dialog offers. */
  readonly contentTypes: readonly string[];
  readonly isBusy?: boolean;
  readonly isRefused: boolean;
  readonly onFile: (file: File) => void;
  readonly attributes: InputHTMLAttributes<HTMLInputElement>;
  readonly children: ReactNode;
}

/** A button that opens the browser's dialog for one file: the field itself is there for keyboards and screen readers. */
export function FileButton({
  contentTypes,
  isBusy = false,
  isRefused,
  onFile,
  attributes,
  children,
}: FileButtonProps) {
  return (
    <label className="button file-button" aria-disabled={isBusy}>
      {children}
      <input
        {...attributes}
        type="file"
        accept={contentTypes.join(",")}
        disabled={isBusy}
        aria-invalid={attributes["aria-invalid"] === true || isRefused}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was corrected.
          target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
