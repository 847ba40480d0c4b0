/** One event of a stream (HTML standard, 9.2). */
export interface StreamEvent {
  readonly event: string;
  readonly data: string;
}

const EVENT_END = "\n\n";

function parseEvent(text: string): StreamEvent | undefined {
  const lines = text.split("\n");
  const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const event = field("event");
  return event === undefined ? undefined : { event, data: field("data") ?? "" };
}

/** Splits what an event stream receives into events; comments are left out. The returned function takes the chunks. */
export function createEventReader(onEvent: (event: StreamEvent) => void): (chunk: string) => void {
  let rest = "";
  return (chunk) => {
    const parts = (rest + chunk).split(EVENT_END);
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const event = parseEvent(part);
      if (event) onEvent(event);
    }
  };
}
