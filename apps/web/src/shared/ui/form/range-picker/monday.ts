import dayjs from "dayjs";
import "dayjs/locale/pt-br";
import "dayjs/locale/th";
import "dayjs/locale/zh-cn";

// The calendars show the weeks that `range.ts` means.
for (const locale of Object.values(dayjs.Ls)) locale.weekStart = 1;
