/** Longer bodies show their beginning until they are opened. */
const SHOWN_CHARACTERS = 120;

/** Content of a report as it was received. */
export function ReportBody({ body }: { readonly body: string }) {
  if (body.length <= SHOWN_CHARACTERS) return <code>{body}</code>;
  return (
    <details className="report-body">
      <summary>
        <code>{body.slice(0, SHOWN_CHARACTERS)}…</code>
      </summary>
      <pre>{body}</pre>
    </details>
  );
}
