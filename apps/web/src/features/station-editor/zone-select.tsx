import { Select } from "antd";
import { useMemo, useState } from "react";
import { searchZones } from "../../shared/base/format/time-zones.ts";
import { readPlainNumber } from "../../shared/base/format/typed-numbers.ts";
import type { Control } from "../../shared/ui/form/control.ts";

const zones = Intl.supportedValuesOf("timeZone");
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ZoneSelectProps {
  readonly control: Control;
  /** As it was typed. */
  readonly longitude: string;
}

/** One of the IANA time zones, the most likely first. */
export function ZoneSelect({ control: { attributes, value, onChange }, longitude }: ZoneSelectProps) {
  const [typed, setTyped] = useState("");
  const options = useMemo(() => {
    const degrees = readPlainNumber(longitude);
    const hints = { now: Date.now(), ownZone, ...(Number.isFinite(degrees) && { longitude: degrees }) };
    return searchZones(zones, typed, hints).map((zone) => ({ value: zone, label: zone }));
  }, [typed, longitude]);
  return (
    <Select
      {...attributes}
      {...(attributes["aria-invalid"] && { status: "error" })}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={options}
      value={value}
      onChange={(timeZone) => {
        setTyped("");
        onChange(timeZone);
      }}
    />
  );
}
