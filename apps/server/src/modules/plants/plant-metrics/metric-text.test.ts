import { expect, test } from "vitest";
import { formatMetrics } from "./metric-text.ts";

test("writes a family for each metric without the values that are hidden, and escapes names", () => {
  const plants: { labels: { name: string }; row: { status: string; powerW: number | null } }[] = [
    { labels: { name: 'Roof "A"\\\n' }, row: { status: "normal", powerW: 1_200.5 } },
    { labels: { name: "Barn" }, row: { status: "fault", powerW: null } },
  ];
  const read = ({ powerW }: { powerW: number | null }) => powerW;
  const metrics = [{ name: "power_watts", help: "Power now", read }];
  expect(formatMetrics(plants, { metrics, statuses: ["normal", "fault"] })).toBe(
    `# HELP heliograph_plant_power_watts Power now
# TYPE heliograph_plant_power_watts gauge
heliograph_plant_power_watts{name="Roof \\"A\\"\\\\\\n"} 1200.5
# HELP heliograph_plant_status Status: 1 for the current one
# TYPE heliograph_plant_status gauge
heliograph_plant_status{name="Roof \\"A\\"\\\\\\n",status="normal"} 1
heliograph_plant_status{name="Roof \\"A\\"\\\\\\n",status="fault"} 0
heliograph_plant_status{name="Barn",status="normal"} 0
heliograph_plant_status{name="Barn",status="fault"} 1
`,
  );
});
