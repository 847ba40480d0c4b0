import { useTranslation } from "react-i18next";
import type { KindId } from "./kinds.ts";
import { kinds } from "./kinds.ts";

const rows = [
  { row: "shutdown", R: "yes", MR: "yes", MRO: "yes" },
  { row: "alive", R: "gateway", MR: "mcon", MRO: "mcon" },
  { row: "strings", R: "withScon", MR: "yes", MRO: "yes" },
  { row: "modules", R: "voltage", MR: "voltage", MRO: "all" },
  { row: "best", R: "no", MR: "no", MRO: "yes" },
  { row: "energy", R: "meterOrString", MR: "string", MRO: "module" },
] as const;

/** What the three kinds share and where they differ; the current one is set apart. */
export function CompareTable({ current }: { current?: KindId }) {
  const { t } = useTranslation();
  return (
    <table className="compare">
      <thead>
        <tr>
          <td />
          {kinds.map(({ id, title }) => (
            <th key={id} scope="col" data-current={id === current}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, ...cells }) => (
          <tr key={row}>
            <th scope="row">{t(`solution.row.${row}`)}</th>
            {kinds.map(({ id }) => (
              <td key={id} data-current={id === current} data-value={cells[id]}>
                {t(`solution.cell.${cells[id]}`)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
