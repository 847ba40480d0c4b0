import type { ComponentProps } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../content/icon.tsx";

type PasswordInputProps = Omit<ComponentProps<"input">, "type" | "className">;

/** A password input with a button that shows the password. */
export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="password-input">
      <input
        {...props}
        className="input"
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button type="button" onClick={() => setIsShown(!isShown)}>
        <Icon name={isShown ? "eyeOff" : "eye"} />
        <span className="visually-hidden">{t(isShown ? "password.hide" : "password.show")}</span>
      </button>
    </span>
  );
}
