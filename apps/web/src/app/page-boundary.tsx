import type { ReactNode } from "react";
import { Component } from "react";
import { useTranslation } from "react-i18next";
import { Blank } from "../shared/ui/blank.tsx";

/** Catches what breaks while a page is drawn; another page starts anew. */
export class PageBoundary extends Component<{ address: string; children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidUpdate(before: { address: string }): void {
    if (this.state.isBroken && before.address !== this.props.address) this.setState({ isBroken: false });
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

function BrokenPage() {
  const { t } = useTranslation();
  return (
    <div>
      <Blank icon="warning" title={t("state.broken")} text={t("state.brokenText")}>
        <button type="button" className="button" onClick={() => location.reload()}>
          {t("action.reload")}
        </button>
        <a className="button" href="#/home">
          {t("action.toHome")}
        </a>
      </Blank>
    </div>
  );
}
