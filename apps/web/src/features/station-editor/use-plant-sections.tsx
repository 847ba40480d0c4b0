import type { StationDetail } from "@heliograph/contract";
import { Select } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../../shared/auth/allowed.tsx";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { FieldControl, FieldLayout, FormLayout } from "../../shared/form/layout.ts";
import type { FormValues } from "../../shared/form/values.ts";
import { AccountPick, CompanyPick, chosenOf } from "../../shared/ui/form/pick/picks.tsx";
import type { Option } from "../../shared/ui/form/pick/search-select.tsx";
import { SEARCH_PATH, searchLayout } from "./location/coordinate-search.ts";
import { PictureField } from "./picture/picture-field.tsx";
import { toNextPeriod } from "./plant-rules.ts";
import { quarterHours } from "./tariff/day-prices.ts";
import { ZoneSelect } from "./zone-select.tsx";

export interface PlantSection {
  readonly titleKey: MessageKey;
  readonly textKey: MessageKey;
  /** Shown over the fields. */
  readonly noteKey?: MessageKey;
  /** Fields in their order on screen: a new field of a plant is one entry here. */
  readonly fields: FormLayout;
}

/** Why a field of the plant cannot be changed, by its path. */
export type LockedFields = Readonly<Record<string, MessageKey>>;

const timeOptions = quarterHours.map((value) => ({ value, label: value }));

const price = {
  labelKey: "form.price",
  unit: ({ currency = "" }: FormValues) => `${String(currency)}/kWh`,
  messages: { required: "form.prompt.price", invalid: "form.wrong.price" },
} as const;

const degrees = { unit: "°", isCoordinate: true, messages: { invalid: "form.wrong.range" } } as const;

const timeField = (labelKey: "form.start" | "form.end"): FieldLayout => ({
  labelKey,
  render: (control) => <SearchSelect control={control} options={timeOptions} />,
});

type SavedPlant = Pick<
  StationDetail,
  "stationId" | "pictureId" | "installerCompanyId" | "installerCompanyName"
>;

interface PlantUsers {
  readonly saved?: SavedPlant;
  /** Who adds the plant, and owns it unless another account is chosen. */
  readonly creator?: Option;
}

/** Accounts and companies of a plant, for users who may name them and can see which there are. */
function usePicks({ saved, creator }: PlantUsers): Record<"owner" | "installer", FormLayout> {
  const [canTransfer, canReadAccounts] = [useCan("station:transfer"), useCan("account:read")];
  const [canShare, canReadCompanies] = [useCan("station:share"), useCan("company:read")];
  const owner: FormLayout = {
    ownerId: {
      labelKey: "plantEditor.owner",
      hintKey: "plantEditor.ownerHint",
      render: ({ values: _, ...control }) => <AccountPick control={control} chosen={creator} />,
    },
  };
  const installer: FormLayout = {
    installerCompanyId: {
      labelKey: "plantEditor.installerCompany",
      hintKey: "plantEditor.installerCompanyHint",
      render: ({ values: _, ...control }) => (
        <CompanyPick
          control={control}
          chosen={chosenOf(saved?.installerCompanyId, saved?.installerCompanyName)}
          canBeEmpty
        />
      ),
    },
  };
  return {
    // Later, ownership changes by an offer that the new owner accepts.
    owner: saved === undefined && canTransfer === true && canReadAccounts === true ? owner : {},
    installer: canShare === true && canReadCompanies === true ? installer : {},
  };
}

/** The fields of a plant (R3.8), in sections, for adding and editing alike. */
export function usePlantSections({
  locked = {},
  ...users
}: PlantUsers & { readonly locked?: LockedFields }): readonly PlantSection[] {
  const { t } = useTranslation();
  const picks = usePicks(users);
  const currencies = useCurrencies();
  const sections: readonly PlantSection[] = [
    {
      titleKey: "form.basics",
      textKey: "form.basicsText",
      fields: {
        name: { labelKey: "form.name", isCapped: true, messages: { required: "form.prompt.name" } },
        installedCapacityKwp: {
          labelKey: "form.capacity",
          unit: "kWp",
          messages: { required: "form.prompt.installedCapacityKwp", invalid: "form.wrong.capacity" },
        },
        timeZone: {
          labelKey: "form.timeZone",
          hintKey: "form.timeZoneHint",
          render: ({ values, ...control }) => (
            <ZoneSelect control={control} longitude={String(values.longitude ?? "")} />
          ),
        },
        gridConnectionDate: {
          labelKey: "form.gridDate",
          hintKey: "form.gridDateHint",
          messages: { required: "form.prompt.gridConnectionDate" },
        },
        currency: {
          labelKey: "form.currency",
          render: (control) => <SearchSelect control={control} options={currencies} />,
        },
        meteringLevel: {
          labelKey: "form.level",
          hintKey: "form.levelHint",
          sayChoice: (level) => t(`level.${level as "module" | "string" | "ac-meter"}`),
        },
        pictureId: {
          labelKey: "plantEditor.picture",
          hintKey: "plantEditor.pictureHint",
          render: (control) => <PictureField control={control} saved={users.saved} />,
        },
      },
    },
    {
      titleKey: "form.tariff",
      textKey: "form.tariffText",
      fields: {
        "tariff.method": {
          labelKey: "form.method",
          sayChoice: (method) => t(method === "fixed" ? "form.fixed" : "form.byTime"),
        },
        investmentAmount: {
          labelKey: "form.investment",
          unit: ({ currency = "" }) => String(currency),
          messages: { invalid: "form.wrong.amount" },
        },
        "tariff.price": price,
        "tariff.periods": {
          labelKey: "form.tariff",
          items: { start: timeField("form.start"), end: timeField("form.end"), price },
          newRow: toNextPeriod,
          addKey: "form.addPeriod",
          removeKey: "form.removePeriod",
        },
      },
    },
    {
      titleKey: "form.people",
      textKey: "form.peopleText",
      fields: {
        personInCharge: {
          labelKey: "form.person",
          isCapped: true,
          messages: { required: "form.prompt.personInCharge" },
        },
        phone: {
          labelKey: "form.phone",
          inputMode: "tel",
          messages: { required: "form.prompt.phone", invalid: "form.wrong.phone" },
        },
        ...picks.owner,
        installer: { labelKey: "form.installer", isCapped: true },
        ...picks.installer,
        email: { labelKey: "form.email", messages: { invalid: "form.wrong.email" } },
      },
    },
    {
      titleKey: "form.place",
      textKey: "form.placeText",
      fields: {
        latitude: { labelKey: "form.latitude", ...degrees },
        longitude: { labelKey: "form.longitude", ...degrees },
        address: { labelKey: "form.address", isCapped: true },
        visibility: {
          labelKey: "form.visibility",
          hintKey: "form.visibilityHint",
          sayChoice: (choice) => t(choice === "public" ? "form.public" : "form.concealed"),
        },
      },
    },
  ];
  return sections.map((section) => ({ ...section, fields: lockFields(section.fields, locked) }));
}

/** The fields of all sections, and the search that fills in the coordinates. */
export const layoutOf = (sections: readonly PlantSection[]): FormLayout =>
  Object.assign({ [SEARCH_PATH]: searchLayout }, ...sections.map(({ fields }) => fields));

function lockFields(fields: FormLayout, locked: LockedFields): FormLayout {
  return Object.fromEntries(
    Object.entries(fields).map(([path, layout]) => {
      const lockedKey = locked[path];
      return [path, lockedKey === undefined ? layout : { ...layout, lockedKey }];
    }),
  );
}

function useCurrencies() {
  const { tag } = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: "currency" });
    return Intl.supportedValuesOf("currency").map((value) => ({
      value,
      label: `${value} · ${names.of(value)}`,
    }));
  }, [tag]);
}

interface SearchSelectProps {
  readonly control: FieldControl;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function SearchSelect({ control: { attributes, value, onChange }, options }: SearchSelectProps) {
  return (
    <Select
      {...attributes}
      {...(attributes["aria-invalid"] && { status: "error" })}
      showSearch={{ optionFilterProp: "label" }}
      options={[...options]}
      value={value === "" ? null : value}
      onChange={onChange}
    />
  );
}
