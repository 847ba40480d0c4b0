import { useTranslation } from "react-i18next";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";

interface Platform {
  readonly name: "ios" | "android" | "computer";
  readonly steps: readonly MessageKey[];
  /** Tells this platform from the others by what the browser says of itself. */
  readonly isHere: (userAgent: string) => boolean;
}

const platforms: readonly Platform[] = [
  {
    name: "android",
    steps: ["download.android.one", "download.android.two", "download.android.three"],
    isHere: (userAgent) => /Android/u.test(userAgent),
  },
  {
    name: "ios",
    steps: ["download.ios.one", "download.ios.two", "download.ios.three"],
    isHere: (userAgent) => /iPhone|iPad/u.test(userAgent),
  },
  {
    name: "computer",
    steps: ["download.computer.one", "download.computer.two", "download.computer.three"],
    isHere: (userAgent) => !/Android|iPhone|iPad/u.test(userAgent),
  },
];

/** How to install the app in browsers that do not offer it themselves; the user's own browser first. */
export function InstallByHand() {
  const { t } = useTranslation();
  const sorted = platforms.toSorted(
    (one, other) => Number(other.isHere(navigator.userAgent)) - Number(one.isHere(navigator.userAgent)),
  );
  return (
    <section className="download-section">
      <h2>{t("download.byHand")}</h2>
      <div className="download-platforms">
        {sorted.map(({ name, steps }) => (
          <article className="card download-platform" key={name}>
            <h3>{t(`download.${name}.name`)}</h3>
            <ol>
              {steps.map((step) => (
                <li key={step}>{t(step)}</li>
              ))}
            </ol>
          </article>
        ))}
      </div>
    </section>
  );
}
