export const texts = {
  deviceMoves: {
    check: "Show what changes",
    back: "Back",
    since: "Effective from",
    energy: "Energy that no longer counts at the current location",
    alarms: "Alarms that end",
    devices: "Devices that change",
    atHint: "Defaults to now",
    atPlace: "Location {{place}}",
    below: "connected to {{sn}}",
    more: "{{figure}} more devices",
    kind: {
      leaves: "Leaves the plant",
      begins: "Takes this location",
      moves: "Moves to this location",
      reconnects: "Stays and is connected anew",
    },
    note: {
      past: "The date is in the past: data since then is assigned to the new locations, and energies and earnings of those days are calculated again.",
      pastUncounted:
        "The date is in the past: data since then came through a gateway of the previous plant and counts in neither plant. Energies and earnings of those days are calculated again.",
      noGateway: "Units remain without a gateway. Their data does not count until they are connected to one.",
      stillReported:
        "The gateway still reports the device that leaves. It is not added again automatically. Use “Search for units” on the page of the gateway to update it.",
      notReported:
        "The gateway has not reported the new device yet. Once it is connected, use “Search for units” on the page of the gateway, so that its data arrives.",
      opensFirst:
        "The plant is shut down: devices that join it receive the command to open immediately and count as installed once they are open.",
    },
    replace: {
      open: "Replace",
      title: "Replace {{sn}}",
      text: "The new device takes the location and connections of this one. The location keeps its history, and the old device keeps its own.",
      sn: "Serial number of the new device",
      codeHint: "Not needed for a device that is in this plant already",
      aliasHint: "Defaults to the alias of this device",
      at: "Replaced on",
      confirm: "Replace device",
    },
    move: {
      open: "Move",
      title: "Move {{sn}}",
      text: "The device gets another location, connection or plant. Its past data stays at the previous location.",
      placeHint: "Leave empty to keep the location",
      parentHint: "Leave empty to keep the connection, or to use the only gateway of another plant",
      withBelow: "Move the devices connected to it as well",
      at: "Moved on",
      confirm: "Move device",
    },
    remove: {
      open: "Remove",
      title: "Remove {{sn}} from its plant",
      text: "The device leaves the plant and can be added to another one. Its past data stays in this plant.",
      withBelow: "Remove the devices connected to it as well",
      at: "Removed on",
      confirm: "Remove device",
    },
  },
};
