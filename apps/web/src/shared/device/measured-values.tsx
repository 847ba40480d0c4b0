import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { titleOf } from "../ui/table/column.ts";
import type { deviceColumns } from "../ui/table/device-columns.tsx";

interface MeasuredValuesProps {
  readonly device: Device;
  readonly values: ReturnType<typeof deviceColumns>["measured"];
  readonly className: string;
}

/** Latest values of a device, each with its name and unit. */
export function MeasuredValues({ device, values, className }: MeasuredValuesProps) {
  const { t } = useTranslation();
  return (
    <dl className={className}>
      {values.map((column) => (
        <div key={column.key}>
          <dt>{titleOf(column, t)}</dt>
          <dd>
            {column.render(device)}
            {column.unit !== undefined && device[column.key as keyof Device] !== null && (
              <span className="unit">{column.unit}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
