import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { Field } from "../../../shared/ui/form/field.tsx";
import { TypeMatrix } from "./type-matrix.tsx";
import { TypePick, useTypes } from "./type-pick.tsx";

interface TypeRightsProps {
  readonly typeId: string;
  readonly onType: (typeId: string) => void;
}

/** The matrix of an account type and its roles: the chosen one, else the first. */
export function TypeRights({ typeId, onType }: TypeRightsProps) {
  const { t } = useTranslation();
  const types = useTypes();
  const shownId = typeId || (types.data?.rows[0]?.customerTypeId ?? "");
  const type = useQuery({
    ...queryOf(endpoints.customerType.get, { customerTypeId: shownId }),
    enabled: shownId !== "",
  });
  return (
    <section className="card rights-card" aria-label={t("rights.matrix")}>
      <h2>{t("rights.matrix")}</h2>
      <Field label={t("rights.type")}>
        {(attributes) => (
          <TypePick
            control={{ attributes, value: shownId, onChange: (value) => onType(String(value ?? "")) }}
          />
        )}
      </Field>
      {type.data !== undefined && <TypeMatrix type={type.data} />}
    </section>
  );
}
