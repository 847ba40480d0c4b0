export type BusHandler = (message: unknown, subject: string) => void;

/**
 * Live messages (JSON values) between roles: lossy, and unordered across subjects. Anything durable is stored in a
 * database first.
 */
export interface Bus {
  publish(subject: string, message: unknown): void;
  /** NATS wildcards: `*` matches one token, a trailing `>` one or more. Returns the function that unsubscribes. */
  subscribe(subject: string, handler: BusHandler): () => void;
  /** Calls back after messages were lost: what was kept up to date by them is read anew. Returns the function that stops it. */
  onLost(handler: () => void): () => void;
  /** Calls back when messages no longer reach the other processes. Returns the function that stops it. */
  onDisconnect(handler: () => void): () => void;
  /** Whether messages reach the other processes now. */
  isConnected(): boolean;
  close(): Promise<void>;
}

interface Node {
  readonly children: Map<string, Node>;
  readonly handlers: Set<BusHandler>;
}

function createNode(): Node {
  return { children: new Map(), handlers: new Set() };
}

function splitSubject(subject: string): string[] {
  const tokens = subject.split(".");
  if (tokens.some((token) => token === "")) throw new Error(`a subject has no empty token: "${subject}"`);
  return tokens;
}

function collect(node: Node, tokens: readonly string[], depth: number, found: Set<BusHandler>): void {
  if (depth === tokens.length) {
    for (const handler of node.handlers) found.add(handler);
    return;
  }
  for (const handler of node.children.get(">")?.handlers ?? []) found.add(handler);
  for (const token of [tokens[depth] as string, "*"]) {
    const child = node.children.get(token);
    if (child) collect(child, tokens, depth + 1, found);
  }
}

function removeHandler(node: Node, tokens: readonly string[], depth: number, handler: BusHandler): void {
  if (depth === tokens.length) {
    node.handlers.delete(handler);
    return;
  }
  const token = tokens[depth] as string;
  const child = node.children.get(token);
  if (!child) return;
  removeHandler(child, tokens, depth + 1, handler);
  if (child.handlers.size === 0 && child.children.size === 0) node.children.delete(token);
}

/**
 * The bus of a single process. Handlers run in a later microtask, as they would over a network: a publisher never runs a
 * subscriber's code inside its own call, and a subscriber that throws affects no other.
 */
export function createInProcessBus(
  options: { onError?: (error: unknown, subject: string) => void } = {},
): Bus {
  let root = createNode();
  let isClosed = false;

  function deliver(handler: BusHandler, message: unknown, subject: string): void {
    if (isClosed) return;
    try {
      handler(message, subject);
    } catch (error) {
      options.onError?.(error, subject);
    }
  }

  return {
    publish(subject, message) {
      if (isClosed) return;
      const found = new Set<BusHandler>();
      collect(root, splitSubject(subject), 0, found);
      for (const handler of found) queueMicrotask(() => deliver(handler, message, subject));
    },
    subscribe(subject, handler) {
      const tokens = splitSubject(subject);
      const rest = tokens.indexOf(">");
      if (rest !== -1 && rest !== tokens.length - 1) throw new Error(`">" ends a subject: "${subject}"`);
      // One entry per subscription, so that the same function may subscribe twice and unsubscribe once.
      const own: BusHandler = (message, from) => handler(message, from);
      let node = root;
      for (const token of tokens) {
        let child = node.children.get(token);
        if (!child) {
          child = createNode();
          node.children.set(token, child);
        }
        node = child;
      }
      node.handlers.add(own);
      return () => removeHandler(root, tokens, 0, own);
    },
    onLost: () => () => {},
    onDisconnect: () => () => {},
    isConnected: () => true,
    async close() {
      isClosed = true;
      root = createNode();
    },
  };
}
