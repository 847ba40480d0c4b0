import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Sharing and transferring a plant",
  blocks: [
    "**Members** on a plant's page shows who has access to the plant, how and since when, and who can operate it. It is available to the owner and the administrators of the plant.",
  ],
  sections: [
    {
      heading: "Sharing",
      blocks: [
        {
          steps: [
            "Select **Share** and enter the email or phone number of the user.",
            "Select **Participant** or **Administrator**. A participant sees what the plant settings allow, and can operate the plant only if you tick **Can operate the plant**. An administrator can do everything except transfer and delete.",
            "Set an end date if access should end automatically, then select **Invite**.",
          ],
        },
        "The invitation is listed as pending until it is accepted or declined. **Withdraw** cancels it. **Revoke access** ends access that was accepted; the member loses access to the plant immediately. Participants cannot share the plant with others.",
      ],
    },
    {
      heading: "What participants can see",
      blocks: [
        "**Plant settings** defines which parts of the plant participants can see, such as energy, prices or devices, and the start page of the plant: its overview, the physical or logical layout, its devices or an external link. The address of an external link is shown before it opens.",
      ],
    },
    {
      heading: "Being invited",
      blocks: [
        "Invitations appear on **Home** and are marked on the round button at the top right. **Accept** opens the plant, **Decline** removes the invitation. Use **Leave plant** on the plant's page to give up your access. If an invitation is missing, verify your email or phone in the **Personal centre** first.",
      ],
    },
    {
      heading: "Transferring",
      blocks: [
        {
          steps: [
            "As the owner, select **Transfer** and enter the email or phone number of the new owner.",
            "Select the members who keep access. All others lose it with the transfer.",
            "Select **Offer plant** and enter your password.",
          ],
        },
        "The plant remains yours until the offer is accepted, and you can withdraw the offer until then. When it is accepted, the plant moves to the new owner and their company.",
        {
          note: "After the transfer you no longer have access to the plant unless the new owner shares it with you.",
        },
      ],
    },
    {
      heading: "Deleting",
      blocks: [
        {
          steps: [
            "As the owner, select **Delete plant** on the members page.",
            "Type the name of the plant, select **Delete plant** and enter your password.",
          ],
        },
        "Everyone loses access immediately, the devices can be added to another plant, and unresolved alarms end. The data of the plant is removed after 30 days; the log remains. Deleting cannot be undone.",
      ],
    },
  ],
};
