import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { anchorOf, ChapterView } from "./chapter-view.tsx";
import type { Library } from "./library.ts";
import { useAnchor } from "./use-anchor.ts";
import { useVisibleChapter } from "./use-visible-chapter.ts";

/** The chapters one below the other, with their list beside them. */
export function ManualPart({ library, ids }: { library: Library; ids: readonly string[] }) {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const visible = useVisibleChapter(ids);
  const at = params.get("at");
  useAnchor(at === null ? undefined : anchorOf(at));
  const chapters = ids.flatMap((id) => {
    const chapter = library.manual[id];
    return chapter === undefined ? [] : [{ id, chapter }];
  });
  return (
    <>
      <h1>{t("agreement.manual")}</h1>
      <p className="document-lead">{t("agreement.lead")}</p>
      <div className="manual">
        <nav className="manual-contents" aria-label={t("agreement.contents")}>
          <ol>
            {chapters.map(({ id, chapter }) => (
              <li key={id}>
                <Link to={`?part=manual&at=${id}`} aria-current={id === visible ? "location" : undefined}>
                  {chapter.title}
                </Link>
              </li>
            ))}
          </ol>
        </nav>
        <article className="document-text">
          {chapters.map(({ id, chapter }, index) => (
            <ChapterView key={id} id={id} number={index + 1} chapter={chapter} pictures={library.pictures} />
          ))}
        </article>
      </div>
    </>
  );
}
