import type { Device } from "@heliograph/contract";
import { useEffect } from "react";

interface SelectedDevicesProps {
  readonly rows: readonly Device[];
  readonly onChange: (rows: readonly Device[]) => void;
}

/** Passes the selection of the table on to the cards below it; shows nothing. */
export function SelectedDevices({ rows, onChange }: SelectedDevicesProps) {
  useEffect(() => onChange(rows), [rows, onChange]);
  useEffect(() => () => onChange([]), [onChange]);
  return null;
}
