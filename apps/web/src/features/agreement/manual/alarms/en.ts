import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Alarms",
  blocks: [
    "The bell at the top shows the number of unresolved alarms of all plants you have access to; above 99 it shows 99+. The number updates automatically.",
    { picture: "alarms", alt: "Bell at the top of the console with the number of unresolved alarms" },
    {
      list: [
        "A device raises an alarm with its report. Repeated alarms are counted as one for each device and fault code.",
        "An alarm whose condition has ended stays unresolved until a user resolves it.",
        "Next to the plant's name, and next to the status in the lists of plants and devices, a sentence says which device has which fault since when. It leads to the page of the alarm.",
        "No alarms are raised for missing power at night or while the gateway is offline.",
        "Alarms caused by a parent device are grouped: a blown string fuse is one alarm, which shows how many modules have no power because of it and lists them on its page.",
      ],
    },
  ],
  sections: [
    {
      heading: "Lists",
      blocks: [
        {
          list: [
            "Select the bell, or **Alarms** at the top, to see the unresolved device alarms of all plants. Threshold alarms have a list of their own.",
            "The counts above the list show the unresolved alarms by severity. Select one to see only those.",
            "A plant's own alarms are behind **Alarms** on its page. Participants see them if the plant's settings allow it.",
            "The search finds fault codes, plants, serial numbers, aliases and locations. If you have access to more than 200 plants, one or two characters find only whole fault codes and locations, such as A7.",
          ],
        },
      ],
    },
    {
      heading: "Page of an alarm",
      blocks: [
        {
          list: [
            "It names the cause, what happens now and what to do, with the measured values of 24 hours around the alarm beside those of its peers.",
            "Acknowledge an alarm to show that someone is working on it. Assign it, change its severity, and add comments to its history.",
            "**Fault codes** lists what each code means and what to do. Search by code or text, or select the fault code on the page of an alarm.",
          ],
        },
      ],
    },
    {
      heading: "Clearing",
      blocks: [
        {
          list: [
            "**Clear** resolves an alarm whose condition has ended. For several alarms select them in the list; the result is shown for each.",
            "If the condition is still present, clearing is refused. **Forced clear** resolves the alarm anyway. It needs a reason, which is kept in the history. If the condition is reported again, a new alarm is raised.",
          ],
        },
      ],
    },
    {
      heading: "Alarm log",
      blocks: [
        {
          list: [
            "**Alarm log** has an entry for each change of each alarm, the newest first: raised, condition ended, acknowledged, assigned, commented, severity changed, grouped, and cleared, with time, operator, original and new value. Entries cannot be changed.",
            "Filter by period, plant, device, fault code, type, severity, operation and operator. Select an entry to see how and when its operator had signed in. The export writes up to 50,000 entries, with all columns.",
            "It is also under **System > Logs**. **Alarm log** on a plant's alarms, on the page of an alarm and for its device shows only their entries. You see a plant's entries since you have access to it.",
          ],
        },
      ],
    },
    {
      heading: "Thresholds",
      blocks: [
        {
          list: [
            "**System > Alarm settings** has the limits of voltage, current and temperature for each device type, high and low. **Alarm settings** on a plant's alarms has its own limits, which replace them; **Use default** removes one.",
            "An alarm is raised once the value is beyond **Raised beyond** for the whole **Delay**. Its condition ends at **Cleared at**: the distance between the two keeps a value at the limit from raising alarm after alarm.",
            "While you edit a limit, the preview counts the alarms it would have raised in the last 30 days. With very many samples it counts from the highest and lowest value of 15 minutes, which is then stated.",
          ],
        },
      ],
    },
    {
      heading: "Emails",
      blocks: [
        {
          list: [
            "Under **Alarm emails** in the personal centre you choose which alarms are sent to you: plants, severity, immediately or once an hour or day, quiet hours, and how many emails in an hour. Without settings of your own you get faults of the plants you own.",
            "Emails are sent to your verified address. Alarms beyond the limit are sent in one summary. Every email has a link to unsubscribe.",
            "With **Webhooks** under Alarms, alarms are sent to another system as signed requests. The page of a webhook sends a test, and shows what could not be delivered: it can be delivered again.",
          ],
        },
      ],
    },
    {
      heading: "Site work",
      blocks: [
        {
          list: [
            "While you work at a plant, start **Site work** on its page, now or up to 14 days ahead, for at most 72 hours. Alarms are raised and listed as always, but no emails or webhooks about the plant are sent.",
            "Extend it or end it early on the same page; it ends automatically. Alarms that were raised during the work and are still present are then sent in one summary.",
          ],
        },
      ],
    },
  ],
};
