/** As many as are listed before all are asked for. */
export const FIRST_SESSIONS = 5;

interface Listed {
  readonly isCurrent: boolean;
  readonly lastSeenAt: string;
}

/** Sessions in the order they are listed: the current one, then those used last. */
export function listShown<Session extends Listed>(
  sessions: readonly Session[],
  isAll: boolean,
): readonly Session[] {
  const ordered = sessions.toSorted(
    (one, other) =>
      Number(other.isCurrent) - Number(one.isCurrent) ||
      Date.parse(other.lastSeenAt) - Date.parse(one.lastSeenAt),
  );
  return isAll ? ordered : ordered.slice(0, FIRST_SESSIONS);
}
