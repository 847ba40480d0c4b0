export const texts = {
  control: {
    devices: "Devices of all plants",
    found_one: "{{figure}} device",
    found_other: "{{figure}} devices",
    plant: "Plant",
    company: "Company",
    alias: "Alias",
    model: "Model",
    softwareVersion: "Software",
    hardwareVersion: "Hardware",
    onlineAt: "Online since",
    noneText: "Devices appear here once you add them to your plants.",
  },
} as const;
