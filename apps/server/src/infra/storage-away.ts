// SQLSTATE classes 08 (connection), 53 (no resources left), 57P (server going down) and 58 (its disk), 25006 (a standby),
// 40001, 40P01, 55P03 and 57014 (another transaction was in the way, or time ran out); then the system's own names.
const awayCodes =
  /^(08...|53...|57P..|58...|25006|40001|40P01|55P03|57014|ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EIO|EROFS|EMFILE|ENFILE)$/;

// Of ClickHouse: files (74 to 76), no time, connection or place left (159, 202, 209, 210, 241 to 243, 252), going down
// (236, 394), replication away (225, 285, 319, 999).
const awayClickHouse = /^(74|75|76|159|202|209|210|225|236|241|242|243|252|285|319|394|999)$/;

const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|client was closed and is not queryable|cannot use a pool after calling end|driver has already been destroyed|^timeout error|socket hang up|no space left on device/i;

function isOneAway(error: Error): boolean {
  const code = String((error as NodeJS.ErrnoException).code);
  if (awayCodes.test(code) || awayClickHouse.test(code)) return true;
  const told = /\bCode: (\d+)\. DB::/.exec(error.message)?.[1];
  return (told !== undefined && awayClickHouse.test(told)) || awayMessages.test(error.message);
}

/** Whether an error says that PostgreSQL or ClickHouse cannot be reached or cannot write now: later it may. */
export function isStorageAway(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isOneAway(cause)) return true;
  }
  return false;
}
