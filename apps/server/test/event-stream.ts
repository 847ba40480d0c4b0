export interface SentEvent {
  id?: string;
  event: string;
  data: unknown;
}

/** Reads the stream like the console: fetch with Authorization, one event at a time. */
export async function openEventStream(
  address: string,
  options: { session: { authorization: string }; topics: string; lastEventId?: string | undefined },
): Promise<{ response: Response; next(): Promise<SentEvent | undefined>; abort(): void }> {
  const { session, topics, lastEventId } = options;
  const controller = new AbortController();
  const response = await fetch(`${address}/api/events?topics=${topics}`, {
    headers: {
      authorization: session.authorization,
      "accept-language": "en",
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal: controller.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffered = "";
  async function next(): Promise<SentEvent | undefined> {
    for (;;) {
      const end = buffered.indexOf("\n\n");
      if (end === -1) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return undefined;
        buffered += chunk.value;
        continue;
      }
      const lines = buffered.slice(0, end).split("\n");
      buffered = buffered.slice(end + 2);
      const field = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const event = field("event");
      if (event !== undefined) return { id: field("id"), event, data: JSON.parse(field("data") ?? "null") };
    }
  }
  return { response, next, abort: () => controller.abort() };
}
