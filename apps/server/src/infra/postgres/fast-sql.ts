import type {
  AliasedRawBuilder,
  CompiledQuery,
  Expression,
  KyselyPlugin,
  QueryExecutor,
  QueryExecutorProvider,
  QueryResult,
  RawBuilder,
  RawNode,
  Sql,
} from "kysely";
import { createQueryId, sql as kyselySql, RawNode as RawNodes } from "kysely";

// Kysely's `sql` tag with a faster way to the text: Kysely builds, freezes and visits a tree of nodes for each execution,
// which takes longer than PostgreSQL takes for many of the statements. Fragments of both tags may be mixed; a statement
// that contains one of Kysely's is rendered by Kysely.

/** The node of a query that no plugin reads. */
const NO_NODE = RawNodes.createWithSql("");

const isForeign = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "toOperationNode" in value;

/** Texts with a value or another fragment between each two of them. */
class Fragment<Row> implements RawBuilder<Row> {
  readonly #texts: readonly string[];
  readonly #values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.#texts = texts;
    this.#values = values;
  }

  /** The text, with parameters added to those of the whole statement; undefined with a fragment of Kysely's in it. */
  #render(parameters: unknown[]): string | undefined {
    let text = this.#texts[0] as string;
    for (const [index, value] of this.#values.entries()) {
      if (isForeign(value) && !(value instanceof Fragment)) return undefined;
      const part = value instanceof Fragment ? value.#render(parameters) : `$${parameters.push(value)}`;
      if (part === undefined) return undefined;
      text += part + this.#texts[index + 1];
    }
    return text;
  }

  #compile(executor: QueryExecutor): CompiledQuery<Row> {
    const queryId = createQueryId();
    const hasPlugins = executor.plugins.length > 0;
    const own = hasPlugins ? this.toOperationNode() : NO_NODE;
    const query = hasPlugins ? executor.transformQuery(own, queryId) : own;
    const parameters: unknown[] = [];
    // A plugin that replaces the node decides the text.
    const text = query === own ? this.#render(parameters) : undefined;
    if (text !== undefined) return { sql: text, parameters, query, queryId };
    return executor.compileQuery(hasPlugins ? query : this.toOperationNode(), queryId);
  }

  /** The text of a fragment without values. */
  static textOf(fragment: RawBuilder<unknown>): string | undefined {
    return fragment instanceof Fragment && fragment.#values.length === 0 ? fragment.#texts[0] : undefined;
  }

  compile(provider: QueryExecutorProvider): CompiledQuery<Row> {
    return this.#compile(provider.getExecutor());
  }

  async execute(provider: QueryExecutorProvider): Promise<QueryResult<Row>> {
    const executor = provider.getExecutor();
    return await executor.executeQuery<Row>(this.#compile(executor));
  }

  // The rest is for fragments of Kysely's that contain this one.

  #toKysely(): RawBuilder<Row> {
    return kyselySql<Row>(this.#texts as unknown as TemplateStringsArray, ...this.#values);
  }
  toOperationNode(): RawNode {
    return this.#toKysely().toOperationNode();
  }
  get isRawBuilder(): true {
    return true;
  }
  get expressionType(): Row | undefined {
    return undefined;
  }
  as<Alias extends string>(alias: Alias | Expression<unknown>): AliasedRawBuilder<Row, Alias> {
    return this.#toKysely().as<Alias>(alias as Alias);
  }
  $castTo<Other>(): RawBuilder<Other> {
    return this as unknown as RawBuilder<Other>;
  }
  $notNull(): RawBuilder<Exclude<Row, null>> {
    return this as unknown as RawBuilder<Exclude<Row, null>>;
  }
  withPlugin(plugin: KyselyPlugin): RawBuilder<Row> {
    return this.#toKysely().withPlugin(plugin);
  }
}

const raw = <Row>(text: string): RawBuilder<Row> => new Fragment<Row>([text], []);
const comma = raw(", ");

/** A name, or several with points between them. */
function refer<Row>(name: string): RawBuilder<Row> {
  const quoted = name.split(".").map((part) => `"${part.replaceAll('"', '""')}"`);
  return raw(quoted.join("."));
}

function quote<Value>(value: Value): RawBuilder<Value> {
  if (typeof value === "string") return raw(`'${value.replaceAll("'", "''")}'`);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return raw(String(value));
  throw new TypeError("only a text, number, boolean or null can be a literal");
}

function join<Row>(items: readonly unknown[], separator: RawBuilder<unknown> = comma): RawBuilder<Row> {
  const text = Fragment.textOf(separator);
  if (text !== undefined && items.length > 0)
    return new Fragment(["", ...items.slice(1).map(() => text), ""], items);
  const values = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
  return new Fragment(new Array<string>(values.length + 1).fill(""), values);
}

const tag = <Row>(texts: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> =>
  new Fragment<Row>(texts, values);

/** SQL as text with parameters, as Kysely's tag of this name. */
export const sql: Pick<Sql, "ref" | "table" | "lit" | "raw" | "join"> & typeof tag = Object.assign(tag, {
  ref: refer,
  table: refer,
  lit: quote,
  raw,
  join,
});
