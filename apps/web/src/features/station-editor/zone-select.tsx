import { Select } from "antd";
import { useMemo, useState } from "react";
import { searchZones } from "../../shared/format/time-zones.ts";
import { cleanDecimal } from "./station-form.ts";

const zones = Intl.supportedValuesOf("timeZone");
const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface ZoneSelectProps {
  readonly attributes: { readonly id: string; readonly "aria-invalid": boolean };
  readonly value: string;
  /** As it was typed. */
  readonly longitude: string;
  readonly onChange: (timeZone: string) => void;
}

/** One of the IANA time zones, the likeliest first. */
export function ZoneSelect({ attributes, value, longitude, onChange }: ZoneSelectProps) {
  const [typed, setTyped] = useState("");
  const options = useMemo(() => {
    const degrees = Number(cleanDecimal(longitude) || Number.NaN);
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
