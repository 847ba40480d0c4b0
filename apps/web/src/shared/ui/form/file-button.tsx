import type { InputHTMLAttributes, ReactNode } from "react";
import "./file-button.css";

interface FileButtonProps {
  /** Media types and endings that the browser's dialog offers. */
  readonly accept: readonly string[];
  readonly isPrimary?: boolean;
  readonly isBusy?: boolean;
  readonly isRefused?: boolean;
  /** `all` are more than one only with the attribute `multiple`. */
  readonly onFile: (file: File, all: readonly File[]) => void;
  readonly attributes?: InputHTMLAttributes<HTMLInputElement>;
  readonly children: ReactNode;
}

/**
 * A button that opens the browser's dialog for a file: the field itself is there for keyboards and screen readers, but its
 * own text would be in the browser's language.
 */
export function FileButton({
  accept,
  isPrimary = false,
  isBusy = false,
  isRefused = false,
  onFile,
  attributes = {},
  children,
}: FileButtonProps) {
  return (
    <label
      className="button file-button"
      aria-disabled={isBusy}
      {...(isPrimary && { "data-kind": "primary" })}
    >
      {children}
      <input
        {...attributes}
        type="file"
        accept={accept.join(",")}
        aria-disabled={isBusy}
        // Not disabled: that would take the focus of the keyboard away.
        onClick={(event) => isBusy && event.preventDefault()}
        aria-invalid={attributes["aria-invalid"] === true || isRefused}
        onChange={({ target }) => {
          const all = [...(target.files ?? [])];
          // The same file may be chosen again after it was corrected.
          target.value = "";
          const [file] = all;
          if (file !== undefined) onFile(file, all);
        }}
      />
    </label>
  );
}
