import { Icon } from "../../shared/ui/content/icon.tsx";

interface SessionErrorProps {
  /** What is refused, before the reason. */
  readonly title?: string;
  readonly text: string | undefined;
}

/** Why signing in or registering was refused, if it concerns no field. */
export function SessionError({ title, text }: SessionErrorProps) {
  if (text === undefined) return null;
  return (
    <p className="login-refusal" role="alert">
      <Icon name="warning" />
      {title === undefined ? (
        text
      ) : (
        <span>
          <strong>{title}</strong> {text}
        </span>
      )}
    </p>
  );
}
