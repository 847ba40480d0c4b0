import { endpoints } from "virtual:endpoints";
import { Select } from "antd";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { useImmediateValue } from "../../shared/api/use-immediate-value.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import type { AlarmDetail } from "./alarm-detail.ts";

/** Value of the option that removes the assignee: the choice by mouse alone would be a clear icon. */
const NO_USER = "";

/** Assigns an alarm with the choice, or removes the assignee with the first one; the server searches. */
export function AssigneeSelect({ alarm }: { readonly alarm: AlarmDetail }) {
  const { t } = useTranslation();
  const { alarmId, assigneeId, assigneeName } = alarm;
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useQueryWithPrevious(
    queryOf(endpoints.alarm.assignees, { alarmId, ...(search !== "" && { search }) }),
  );
  const change = useChange(endpoints.alarm.assign);
  const { value, isBusy, choose } = useImmediateValue<string | null>({
    value: assigneeId,
    source: alarm,
    change: (next) => change.mutateAsync({ alarmId, assigneeId: next }),
  });
  const options = (found.data?.rows ?? []).map(({ accountId, userName, companyName }) => ({
    value: accountId,
    label: `${userName} · ${companyName}`,
  }));
  if (value !== null && !options.some((option) => option.value === value))
    options.unshift({ value, label: assigneeName ?? t("alarms.hiddenName") });
  if (value !== null && search === "") options.unshift({ value: NO_USER, label: t("alarms.unassigned") });
  return (
    <Select
      className="assignee-select"
      aria-label={t("alarms.column.assignee")}
      placeholder={t("alarms.unassigned")}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      disabled={isBusy}
      options={options}
      value={value}
      onChange={(next: string | null) => void choose(next === NO_USER ? null : next)}
    />
  );
}
