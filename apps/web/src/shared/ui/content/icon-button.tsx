import type { ButtonHTMLAttributes } from "react";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

interface IconButtonProps
  extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label" | "children" | "title" | "type"> {
  readonly icon: IconName;
  /** Name of the button, and its tooltip. */
  readonly label: string;
  /** Without a border until it is hovered. */
  readonly isQuiet?: boolean;
}

/** A square button with an icon only. */
export function IconButton({ icon, label, isQuiet = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? "button" : `button ${className}`}
      data-shape="square"
      {...(isQuiet && { "data-kind": "quiet" })}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
