import { endpoints } from "virtual:endpoints";
import type { AlarmRow, StationDetail } from "@heliograph/contract";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { queryClient, queryOf } from "../../shared/api/queries.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { PhoneRoofView } from "./phone-roof-view.tsx";
import "./phone-roof.css";

interface PhoneRoofProps {
  readonly plant: StationDetail;
  /** Open alarms, the most severe first; undefined where they are not visible. */
  readonly alarms: readonly AlarmRow[] | undefined;
}

/** The modules of a plant on its roof (R2.17); nothing for a plant without modules. */
export function PhoneRoof(props: PhoneRoofProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <RoofCard {...props} />
    </QueryClientProvider>
  );
}

function RoofCard({ plant, alarms }: PhoneRoofProps) {
  const { t } = useTranslation();
  const layout = useQuery(queryOf(endpoints.layout.get, { stationId: plant.stationId }));
  const full = useFullRoof();
  if (layout.data?.cells.unit.length === 0) return null;
  return (
    <section className="card phone-card phone-roof" aria-labelledby="phone-roof">
      <div className="phone-roof-head">
        <h2 id="phone-roof">{t("layout.roof")}</h2>
        {layout.data !== undefined && (
          <button type="button" className="button" onClick={full.open}>
            {t("layout.tool.fullScreen")}
          </button>
        )}
      </div>
      {layout.data === undefined ? (
        <Waiting isFailed={layout.isError} error={layout.error} onRetry={() => void layout.refetch()} />
      ) : (
        <Roof plant={plant} alarms={alarms} layout={layout.data} full={full} />
      )}
    </section>
  );
}

interface WaitingProps {
  readonly isFailed: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
}

function Waiting({ isFailed, error, onRetry }: WaitingProps) {
  return isFailed ? (
    <FailedState error={error} onRetry={onRetry} />
  ) : (
    <Skeleton width="100%" height="32rem" />
  );
}

interface RoofProps extends PhoneRoofProps {
  readonly layout: Layout;
  readonly full: ReturnType<typeof useFullRoof>;
}

/** In the page, where a finger scrolls past it, or on the whole screen, where it moves the roof. */
function Roof({ layout, full, ...shown }: RoofProps) {
  const { t } = useTranslation();
  const { version, cells } = layout;
  const key = `${version?.number}/${cells.unit.length}`;
  const isFull = full.isOpen;
  const note = version === null && (
    <p className="phone-notice">
      <Icon name="panel" /> {t("layout.automatic")}
    </p>
  );
  if (!isFull)
    return (
      <>
        {note}
        <PhoneRoofView key={key} {...shown} layout={layout} isFull={false} />
      </>
    );
  return (
    <Dialog title={shown.plant.name} onClose={full.close}>
      <div className="phone-page phone-roof phone-roof-full">
        <PhoneRoofView key={key} {...shown} layout={layout} isFull />
      </div>
    </Dialog>
  );
}

/** Whether the roof fills the screen: in the address, so that a link opens it so and the phone's back key closes it. */
function useFullRoof() {
  const [params, setParams] = useSearchParams();
  return {
    isOpen: params.get("roof") === "full",
    open: (): void => setParams((current) => changeParams(current, { roof: "full" })),
    close: (): void => setParams((current) => changeParams(current, { roof: undefined }), { replace: true }),
  };
}
