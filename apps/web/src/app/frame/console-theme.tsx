import { theme as antdTheme, ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import enGb from "antd/es/locale/en_GB";
import ptBr from "antd/es/locale/pt_BR";
import thTh from "antd/es/locale/th_TH";
import zhCn from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/en-gb";
import "dayjs/locale/pt-br";
import "dayjs/locale/th";
import "dayjs/locale/zh-cn";
import type { ReactNode } from "react";
import { useMemo } from "react";
import { fieldPattern } from "../../shared/base/format/date-text.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Language } from "../../shared/base/i18n/language.ts";
import type { DeviceMode } from "../../shared/base/theme/device.ts";
import { useDeviceMode } from "../../shared/base/theme/device.ts";
import { readToken } from "../../shared/base/theme/read-token.ts";
import type { Size } from "../../shared/base/theme/size.ts";
import { useSize } from "../../shared/base/theme/size.ts";
import type { Theme } from "../../shared/base/theme/theme.ts";
import { useTheme } from "../../shared/base/theme/theme.ts";
import { popupPlace } from "../../shared/ui/menu/popup-place.ts";

/** Ant Design's words, with days and moments in its fields written as the language and the tables write them; Thai years are Gregorian (R1.13). */
const withDays = (language: Language, locale: Locale): Locale => ({
  ...locale,
  ...(locale.DatePicker !== undefined && {
    DatePicker: {
      ...locale.DatePicker,
      lang: {
        ...locale.DatePicker.lang,
        fieldDateFormat: fieldPattern(language),
        fieldDateTimeFormat: fieldPattern(language, true),
      },
    },
  }),
});

const locales: Record<Language, Locale> = {
  "zh-cn": withDays("zh-cn", zhCn),
  en: withDays("en", enGb),
  pt: withDays("pt", ptBr),
  th: withDays("th", thTh),
};
const dayLocales: Record<Language, string> = { "zh-cn": "zh-cn", en: "en-gb", pt: "pt-br", th: "th" };
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";

/** Ant Design dressed in the console's tokens, language and style nonce. */
export function ConsoleTheme({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const { language } = useLocale();
  const size = useSize();
  const device = useDeviceMode();
  const config = useMemo(() => themeConfig(theme, size, device), [theme, size, device]);
  dayjs.locale(dayLocales[language]);
  return (
    <ConfigProvider
      csp={{ nonce }}
      getPopupContainer={popupPlace}
      locale={locales[language]}
      theme={config}
      componentSize={componentSizes[size]}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}

const componentSizes = { compact: "small", middle: "middle", large: "large" } as const;
// As --control of the tokens.
const controlHeights = { compact: 28, middle: 34, large: 42 } as const;
const touchControlHeight = 44;

// Lengths are those of a root font of 10 px; the build turns them into rem.
function themeConfig(theme: Theme, size: Size, device: DeviceMode) {
  const controlHeight = device === "mobile" ? touchControlHeight : controlHeights[size];
  return {
    algorithm: theme === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: readToken("--amber"),
      colorInfo: readToken("--blue"),
      colorLink: readToken("--blue"),
      colorError: readToken("--fault"),
      colorText: readToken("--text"),
      colorTextSecondary: readToken("--text-2"),
      colorTextTertiary: readToken("--text-3"),
      colorTextDescription: readToken("--text-3"),
      colorTextPlaceholder: readToken("--text-3"),
      colorIcon: readToken("--text-3"),
      colorBgContainer: readToken("--surface"),
      colorBgElevated: readToken("--raised"),
      colorBgLayout: readToken("--ground"),
      colorBorder: readToken("--line-control"),
      colorBorderSecondary: readToken("--line"),
      colorSplit: readToken("--line-soft"),
      fontFamily: readToken("--font"),
      fontSize: 14,
      borderRadius: 8,
      controlHeight,
      controlHeightSM: controlHeight,
      controlHeightLG: controlHeight,
      zIndexPopupBase: Number(readToken("--layer-base")),
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.16s",
    },
    components: {
      DatePicker: { cellActiveWithRangeBg: readToken("--amber-tint") },
    },
  };
}
