/** Why an action was refused: a message, and each reason below it. */
export function Refusals({ sentences }: { readonly sentences: readonly string[] }) {
  const [first, ...reasons] = sentences;
  if (first === undefined) return null;
  return (
    <div className="form-refusal" role="alert">
      <p>{first}</p>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
