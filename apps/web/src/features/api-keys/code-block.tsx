import { useId } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "../../shared/base/toast.ts";
import { download } from "../../shared/tasks/download.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import "./code-block.css";

interface CodeBlockProps {
  readonly title: string;
  readonly code: string;
  /** Name under which it can be downloaded. */
  readonly fileName?: string;
}

/** Text for another program, to copy or to download. */
export function CodeBlock({ title, code, fileName }: CodeBlockProps) {
  const { t } = useTranslation();
  const titleId = useId();
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(code);
    toast("success", t("apiKeys.codeCopied"));
  }
  return (
    <section className="code-block" aria-labelledby={titleId}>
      <header>
        <h3 id={titleId}>{title}</h3>
        {/* Absent where the console is opened without https. */}
        {"clipboard" in navigator && (
          <button type="button" className="button" onClick={() => void copy()}>
            {t("apiKeys.copy")}
          </button>
        )}
        {fileName !== undefined && (
          <button
            type="button"
            className="button"
            onClick={() => download({ name: fileName, blob: new Blob([code], { type: "text/plain" }) })}
          >
            <Icon name="download" />
            {fileName}
          </button>
        )}
      </header>
      <pre>{code}</pre>
    </section>
  );
}
