/** One server-sent event; without a name of its own it is a `message`. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly type: string;
  readonly data: string;
}

/** Takes text in any pieces and gives whole events (HTML standard, 9.2). */
export function createParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = "";
  let id: string | undefined;
  let type = "";
  let data: string[] = [];

  function finish(): void {
    if (data.length > 0) onEvent({ id, type: type || "message", data: data.join("\n") });
    id = undefined;
    type = "";
    data = [];
  }

  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const raw of lines) {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      const [, field, value = ""] = /^(\w+): ?(.*)$/u.exec(line) ?? [];
      if (line === "") finish();
      else if (field === "data") data.push(value);
      else if (field === "id") id = value;
      else if (field === "event") type = value;
    }
  };
}
