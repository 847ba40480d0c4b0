// SQLSTATE classes 08 (connection), 53 (out of resources), 57P (server shutting down) and 58 (disk), 25006 (standby),
// 40001, 40P01, 55P03 and 57014 (conflict with another transaction, or timeout); then error names of the system.
const UNAVAILABLE_CODES =
  /^(08...|53...|57P..|58...|25006|40001|40P01|55P03|57014|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

// ClickHouse: file errors (74 to 76), timeout, connection, memory or disk exhausted (159, 202, 209, 210, 241 to 243, 252),
// shutting down (236, 394), replication unavailable (225, 285, 319, 999); data that it cannot read (32, 33, 40, 107, 226,
// 246, 271) and a table that could not be attached again (60): what cannot be looked up is not the report's fault.
const UNAVAILABLE_CLICKHOUSE_CODES =
  /^(32|33|40|60|74|75|76|107|159|202|209|210|225|226|236|241|242|243|246|252|271|285|319|394|999)$/;

const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after calling end|driver has already been destroyed|^timeout error|socket hang up|no space left on device/i;

function isUnavailableError(error: Error): boolean {
  const code = String((error as NodeJS.ErrnoException).code);
  if (UNAVAILABLE_CODES.test(code) || UNAVAILABLE_CLICKHOUSE_CODES.test(code)) return true;
  const clickHouseCode = /\bCode: (\d+)\. DB::/.exec(error.message)?.[1];
  return (
    (clickHouseCode !== undefined && UNAVAILABLE_CLICKHOUSE_CODES.test(clickHouseCode)) ||
    UNAVAILABLE_MESSAGES.test(error.message)
  );
}

/** Whether an error means that PostgreSQL or ClickHouse is temporarily unreachable or cannot write, so a retry may succeed. */
export function isStorageUnavailable(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isUnavailableError(cause)) return true;
  }
  return false;
}
