import { Link } from "react-router";
import { Icon } from "../../shared/ui/content/icon.tsx";

interface PhoneBackProps {
  readonly to: string;
  readonly text: string;
}

/** The page above this one. */
export function PhoneBack({ to, text }: PhoneBackProps) {
  return (
    <Link className="phone-back" to={to}>
      <Icon name="left" />
      {text}
    </Link>
  );
}
