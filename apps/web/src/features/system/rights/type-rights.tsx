import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { useCan } from "../../../shared/auth/allowed.tsx";
import { Field } from "../../../shared/ui/form/field.tsx";
import { TypeMatrix } from "./type-matrix.tsx";
import { TypePick } from "./type-pick.tsx";

interface TypeRightsProps {
  readonly typeId: string;
  readonly onType: (typeId: string) => void;
}

/** The matrix of an account type and its roles, for users who may view account types. */
export function TypeRights({ typeId, onType }: TypeRightsProps) {
  const { t } = useTranslation();
  const canRead = useCan("customerType:read") === true;
  const type = useQuery({
    ...queryOf(endpoints.customerType.get, { customerTypeId: typeId }),
    enabled: canRead && typeId !== "",
  });
  if (!canRead) return null;
  return (
    <section className="card" aria-label={t("rights.matrix")}>
      <h2>{t("rights.matrix")}</h2>
      <Field label={t("rights.type")}>
        {(attributes) => (
          <TypePick
            control={{ attributes, value: typeId, onChange: (value) => onType(String(value ?? "")) }}
          />
        )}
      </Field>
      {type.data !== undefined && <TypeMatrix type={type.data} />}
    </section>
  );
}
