import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Sharing and handing over a plant",
  blocks: [
    "**Members** on a plant's page shows who sees the plant, by which way and since when, and who may command it. Owner and administrators of the plant find it there.",
  ],
  sections: [
    {
      heading: "Sharing",
      blocks: [
        {
          steps: [
            "Choose **Share** and enter the email or phone number of the person.",
            "Choose **Participant** or **Administrator**. A participant sees what the plant settings allow, and operates the plant only if you tick **May operate the plant**. An administrator may do everything but transfer and delete.",
            "Set an end if the sharing is to end by itself, then choose **Invite**.",
          ],
        },
        "The invitation stands in the list until it is answered. **Take back** withdraws it, **End** ends a sharing that was accepted; the plant is gone from the other person's screen at once. Nobody passes on what was shared with them.",
      ],
    },
    {
      heading: "What participants see",
      blocks: [
        "**Plant settings** decides which parts of the plant participants see, such as energy, prices or devices, and what opening the plant shows first. A page elsewhere is shown by its address before anybody is led there.",
      ],
    },
    {
      heading: "Being invited",
      blocks: [
        "An invitation waits on **Home**, and the round button at the top right tells of it. **Accept** opens the plant, **Decline** removes the invitation. **Leave plant** on the plant's page gives a sharing back. If an invitation you were told of is missing, confirm your email or phone in the **Personal centre** first.",
      ],
    },
    {
      heading: "Handing over",
      blocks: [
        {
          steps: [
            "The owner chooses **Transfer** and enters the email or phone number of the new owner.",
            "Tick who goes on seeing the plant. All others lose it with the transfer.",
            "Choose **Offer the plant** and enter your password.",
          ],
        },
        "The plant stays with you until the offer is accepted, and you can withdraw the offer until then. With the acceptance the plant moves to the new owner and their company.",
        { note: "After the transfer you no longer see the plant, unless its new owner shares it with you." },
      ],
    },
  ],
};
