import type { Provider } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { publicPictureAddress } from "../../../shared/api/picture-address.ts";
import { regionName } from "../../../shared/base/format/regions.ts";
import type { IconName } from "../../../shared/ui/content/icon.tsx";
import { IconButton } from "../../../shared/ui/content/icon-button.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import type { Direction } from "./use-provider-actions.ts";

interface Actions {
  readonly t: TFunction;
  readonly tag: string;
  readonly count: number;
  readonly move: (row: Provider, direction: Direction) => void;
  readonly remove: (row: Provider) => void;
  readonly edit: (row: Provider) => void;
}

export const nameOfProvider = ({ countryOrRegion }: Provider, tag: string): string =>
  regionName(countryOrRegion, tag);

/** The columns of R3.16, and what can be done with a row. */
export function providerColumns({ t, tag, count, move, remove, edit }: Actions): readonly Column<Provider>[] {
  const button = (icon: IconName, label: string, act: () => void, rest: object = {}) => (
    <IconButton icon={icon} label={label} isQuiet onClick={act} {...rest} />
  );
  const order = (row: Provider) => {
    const name = nameOfProvider(row, tag);
    const mover = (direction: Direction, isEnd: boolean) =>
      button(direction, t(`providers.${direction}`, { name }), () => move(row, direction), {
        disabled: isEnd,
        "data-mover": `${row.providerId} ${direction}`,
      });
    return (
      <span className="provider-buttons">
        {mover("up", row.sortOrder === 1)}
        {mover("down", row.sortOrder === count)}
      </span>
    );
  };
  return [
    { key: "order", titleKey: "providers.order", isHideable: false, render: order },
    {
      key: "countryOrRegion",
      titleKey: "providers.region",
      render: (row) => <span className="provider-region">{nameOfProvider(row, tag)}</span>,
    },
    { key: "serviceEmail", titleKey: "providers.email", render: (row) => row.serviceEmail },
    {
      key: "qrPictureId",
      titleKey: "providers.code",
      render: ({ qrPictureId, ...row }) =>
        qrPictureId !== null && (
          <img
            className="provider-code"
            src={publicPictureAddress(qrPictureId)}
            alt={t("contacts.code", { region: regionName(row.countryOrRegion, tag) })}
          />
        ),
    },
    {
      key: "text",
      titleKey: "providers.text",
      isWrapped: true,
      render: (row) => <div className="provider-text">{row.text}</div>,
    },
    {
      key: "actions",
      titleKey: "providers.actions",
      isHideable: false,
      render: (row) => {
        const name = nameOfProvider(row, tag);
        return (
          <span className="provider-buttons">
            {button("edit", t("providers.editOf", { name }), () => edit(row))}
            {button("trash", t("providers.deleteOf", { name }), () => remove(row))}
          </span>
        );
      },
    },
  ];
}
