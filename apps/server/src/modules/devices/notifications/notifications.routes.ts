import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { NotificationService } from "./notifications.service.ts";

export function mountNotificationRoutes(mount: Mount, notifications: NotificationService): void {
  const { notification } = endpoints;
  mount(notification.get, ({ scope }) => notifications.getAlarmMails(scope));
  mount(notification.update, async (call) => {
    const chosen = await notifications.updateAlarmMails(call, call.body);
    return withMessage(chosen, "done.alarmMailsSaved");
  });
  mount(notification.test, async (call) =>
    withMessage(await notifications.sendTestMail(call), "done.testMailSent"),
  );
}
