import { use, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useConfig } from "../../shared/config/config.ts";
import { PrintButton } from "../../shared/ui/content/print-button.tsx";
import { PublicLayout } from "../../shared/ui/layout/public-layout.tsx";
import { BlockList } from "./block-view.tsx";
import { chapterIds } from "./chapters.ts";
import type { Library } from "./library.ts";
import { loadLibrary } from "./library.ts";
import { ManualPart } from "./manual-part.tsx";
import { useAnchor } from "./use-anchor.ts";
import "./agreement.css";

/** Day of the text's last change of meaning; which version of it holds here, the operator says (configuration). */
const changedOn = "2026-11-21";

const titleId = "agreement-title";
const parts = ["manual", "agreement"] as const;

/** User manual and user agreement, open to everyone (R2.19); `?part=` says which, `&at=` which chapter. */
export function AgreementPage() {
  const { t } = useTranslation();
  // The page stays as it is until the text in the new language is here.
  const library = use(loadLibrary(useDeferredValue(useLocale().language)));
  const [params] = useSearchParams();
  const part = params.get("part") === "agreement" ? "agreement" : "manual";
  return (
    <PublicLayout>
      <div className="document">
        <div className="public-title">
          <nav className="public-choice" aria-label={t("agreement.parts")}>
            {parts.map((each) => (
              <Link key={each} to={`?part=${each}`} aria-current={each === part ? "page" : undefined}>
                {t(`agreement.${each}`)}
              </Link>
            ))}
          </nav>
          <PrintButton />
        </div>
        {part === "manual" ? (
          <ManualPart library={library} ids={chapterIds} />
        ) : (
          <Agreement library={library} />
        )}
      </div>
    </PublicLayout>
  );
}

function Agreement({ library: { agreement, pictures } }: { library: Library }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { agreementVersion } = useConfig();
  useAnchor(titleId);
  const day = formatDay(changedOn, tag);
  return (
    <article className="document-text">
      <h1 id={titleId} tabIndex={-1}>
        {agreement.title}
      </h1>
      <p className="document-version">{t("agreement.version", { version: agreementVersion, day })}</p>
      <BlockList blocks={agreement.blocks} pictures={pictures} />
      {agreement.sections.map(({ heading, blocks }, index) => (
        <section key={heading} className="document-chapter" aria-label={heading}>
          <h2 data-number={index + 1}>{heading}</h2>
          <BlockList blocks={blocks} pictures={pictures} />
        </section>
      ))}
    </article>
  );
}
