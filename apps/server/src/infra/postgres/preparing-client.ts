import pg from "pg";

/** A text that has run this often in this process is prepared; one that runs rarely is not worth its memory. */
const PREPARED_FROM_RUN = 5;
/** Prepared statements of one connection, at most: each keeps its plan in the memory of its backend. */
const MAX_PREPARED = 300;
/** Texts that are counted, at most: one that is never the same twice must not fill the memory. */
const MAX_COUNTED = 3_000;
/** feature_not_supported: the result of the text has other columns than when it was prepared, as after a migration. */
const CHANGED_RESULT = "0A000";
/** invalid_sql_statement_name: a connection pooler gave this connection to another client in between. */
const UNKNOWN_STATEMENT = "26000";

/** Names of the texts that are prepared, the same for every connection of the process. */
function createStatementNames() {
  const names = new Map<string, string>();
  const runs = new Map<string, number>();
  return {
    /** Counts a run of the text; returns its name, or undefined as long as it is not prepared. */
    count(text: string): string | undefined {
      const name = names.get(text);
      if (name !== undefined || names.size === MAX_PREPARED) return name;
      const count = (runs.get(text) ?? 0) + 1;
      if (count < PREPARED_FROM_RUN) {
        if (runs.size === MAX_COUNTED) runs.clear();
        runs.set(text, count);
        return undefined;
      }
      runs.delete(text);
      names.set(text, `heliograph_${names.size + 1}`);
      return names.get(text);
    },
  };
}

/**
 * Is in the text of a query whose best plan depends on its values or on how many rows are there: PostgreSQL plans it for each
 * run. Of a prepared one it plans for any values after five runs, which for lists of 100,000 devices took four times as long.
 */
export const PLANNED_EACH_TIME = "/* planned each time */";

const statementNames = createStatementNames();

function isOutdated(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === CHANGED_RESULT || code === UNKNOWN_STATEMENT;
}

/**
 * A connection that prepares the texts it runs often, so that PostgreSQL parses and plans them once. A statement whose
 * result has changed since, as after a migration, is run once more without a name unless a transaction has failed by it,
 * and all are prepared again.
 */
export class PreparingClient extends pg.Client {
  /** Part of each name: what was prepared before the last change of a result is not used again. */
  #generation = 0;

  async #run(name: string, text: string, values: unknown[]): Promise<pg.QueryResult> {
    const isInTransaction = this.getTransactionStatus() === "T";
    try {
      return await super.query({ name: `${name}_${this.#generation}`, text, values });
    } catch (error) {
      if (!isOutdated(error)) throw error;
      this.#generation += 1;
      if (isInTransaction) throw error;
      return await super.query(text, values);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the class it extends.
  override query(...args: any[]): any {
    const [text, values, callback] = args;
    const canPrepare =
      typeof text === "string" &&
      Array.isArray(values) &&
      values.length > 0 &&
      !text.includes(PLANNED_EACH_TIME);
    const name = canPrepare && callback === undefined ? statementNames.count(text) : undefined;
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    return name === undefined ? (super.query as any)(...args) : this.#run(name, text, values);
  }
}
