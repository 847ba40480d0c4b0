const HEAD_END = "\r\n\r\n";
const NOTHING = Buffer.alloc(0);

/**
 * Splits what a keep-alive connection receives into responses, each as long as its Content-Length, and calls back with the
 * status of each complete one. The returned function takes the chunks as they come; it throws for a response without a
 * Content-Length.
 */
export function createResponseReader(onResponse: (status: number) => void): (chunk: Buffer) => void {
  let head: Buffer = NOTHING;
  let status = 0;
  let bodyBytesLeft = 0;

  /** Reads the head at the start of `bytes`; returns what follows it, or undefined when the head is not complete. */
  function readHead(bytes: Buffer): Buffer | undefined {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const text = bytes.toString("latin1", 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    if (length === undefined) throw new Error(`a response has no Content-Length: ${text}`);
    status = Number(text.slice(9, 12));
    bodyBytesLeft = Number(length);
    return bytes.subarray(end + HEAD_END.length);
  }

  return (chunk) => {
    let bytes = chunk;
    while (bytes.length > 0) {
      if (status === 0) {
        const unread = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
        const body = readHead(unread);
        head = body === undefined ? unread : NOTHING;
        if (body === undefined) return;
        bytes = body;
      }
      const taken = Math.min(bodyBytesLeft, bytes.length);
      bodyBytesLeft -= taken;
      bytes = bytes.subarray(taken);
      if (bodyBytesLeft > 0) return;
      const complete = status;
      status = 0;
      onResponse(complete);
    }
  };
}
