/** A value that is not changed here, and why. */
export function FixedField({ label, value, why }: { label: string; value: string; why: string }) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <span className="fixed-value">{value || "–"}</span>
      <span className="hint">{why}</span>
    </div>
  );
}
