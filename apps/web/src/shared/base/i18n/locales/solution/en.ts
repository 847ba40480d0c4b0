export const texts = {
  solution: {
    kinds: "Solution types",
    leaflet: "Leaflet",
    lead: {
      R: "A shutdown switch on every module. The plant operates normally; when the keep-alive stops, the modules are disconnected from each other and the cables carry no dangerous voltage.",
      MR: "A micro controller for the strings and a shutdown switch on every module. The strings are measured, and one device on the roof sends the keep-alive to the switches.",
      MRO: "The complete set: micro controller, shutdown switches, and an optimizer on every module. Each module runs at its maximum power point and is measured individually.",
    },
    suitability: {
      R: "For roofs that require safety and where an AC meter or string data is sufficient.",
      MR: "For roofs where each string is monitored.",
      MRO: "For roofs with shade, several orientations or mixed modules, and wherever every module counts.",
    },
    built: "System components",
    drawing: {
      R: "Block diagram: eight modules in two strings on a roof, each with a shutdown switch. Direct current flows to the inverter. The gateway communicates with the switches over the same cable and with the server over the internet; the console shows the data on a screen.",
      MR: "Block diagram: eight modules in two strings on a roof, each with a shutdown switch. Both strings pass through the MCON to the inverter. The gateway communicates with the MCON and the server; the console shows the data on a screen.",
      MRO: "Block diagram: eight modules in two strings on a roof, each with an optimizer and a shutdown switch. Both strings pass through the MCON to the inverter. The gateway communicates with the MCON and the server; the console shows the data on a screen.",
    },
    line: { dc: "Direct current", data: "Keep-alive and reports", net: "Internet" },
    part: {
      module: "Module",
      rsd: "Shutdown switch (RSD)",
      opt: "Optimizer (OPT)",
      mcon: "Micro controller (MCON)",
      inverter: "Inverter",
      dcon: "Gateway (DCON)",
      server: "Server",
      console: "Console",
    },
    partText: {
      module: "Produces voltage whenever light falls on it; this cannot be switched off.",
      rsd: "Stays closed only while it receives the keep-alive, and opens automatically without it.",
      opt: "Tracks the module’s maximum power point and measures its power and energy.",
      mcon: "Sends the keep-alive to the units of its strings and measures the strings.",
      inverter: "Converts direct current to alternating current. The console needs no data from it.",
      dcon: "Collects the data of the units, stores it for at least seven days and forwards it.",
      dconAlive:
        "Sends the keep-alive, collects the data of the switches, stores it for at least seven days and forwards it.",
      server: "Stores each report before acknowledging it, and calculates energy and alarms.",
      console: "This web application, on a large screen or on a phone.",
    },
    measured: "Measurements",
    measuredText:
      "What a device reports depends on its model. The console receives these quantities and shows when each was last reported.",
    measures: {
      rsd: "Voltage before and after the switch, temperature, signal strength, switch state, status and alarms. The energy of a switch is never counted.",
      opt: "Input and output voltage, current and power, temperature, lifetime energy, signal strength, status and alarms.",
      mcon: "Voltage, current and power of a string, lifetime energy, status and alarms.",
      dcon: "Power and energy of an AC meter, irradiance and air temperature, if such sensors are connected.",
    },
    flow: "Shutdown sequence",
    flowText: "A switch does not wait for a command to open: it opens when the keep-alive stops.",
    step: {
      start:
        "Someone operates the switch on site, or the grid fails. This is the initiation; time is measured from here.",
      silentR: "The gateway’s keep-alive stops on the cables.",
      silentMR: "The MCON's keep-alive stops on the cables.",
      open: "After 5 to 20 s without it, depending on the setting, every unit opens automatically.",
      safe: "An open unit leaves about 1 V at its output, so a string of twenty modules has 20 V.",
      reported: "The units report their voltages; the console shows input and output of each unit.",
    },
    time: {
      title: "Cable voltage after initiation",
      axis: "Time after initiation, in seconds",
      label:
        "Diagram: the cables keep their full voltage until the units open 5 to 20 seconds after the initiation, and are below 30 V before the limit of 30 seconds.",
      window: "units open",
      limit: "limit",
    },
    figure: {
      time: "maximum time from initiation until the limits below are met",
      outside: "maximum outside the array, from 305 mm (1 ft) around it",
      inside: "maximum inside the array, between any two conductors",
    },
    source:
      "Limits: NFPA 70, National Electrical Code, article 690.12(B). Compliance of a plant must be verified by measurement on site. The initiator required by the article is a switch on site; a console command does not count as one.",
    today: "What the console does in this version",
    does: {
      link: "Receives reports over an open, documented link, acknowledges them only after storing them, and accepts reports up to seven days late.",
      units:
        "Shows every unit with voltages, currents, power, temperature, signal, status and the time of its last report.",
      energyR:
        "Calculates energy by day, month and year from an AC meter or string controllers, and shows how much of it was measured.",
      energyMR:
        "Calculates energy by day, month and year from the strings, and shows how much of it was measured.",
      energyMRO:
        "Calculates energy by day, month and year from the modules, and shows how much of it was measured.",
      alarms: "Opens an alarm when a device reports one, and counts unresolved alarms.",
      layout: "Draws every module at its position on the roof, coloured by the values it reports.",
      parameters: "Reads and sets the parameters of MCONs, and shows what each device confirmed.",
    },
    not: "What it does not do",
    doesNot: {
      shutdown: "It does not start a shutdown or a reset.",
      firmware: "It does not upgrade the firmware of devices.",
    },
    compare: "The three types side by side",
    row: {
      shutdown: "Every module can be disconnected",
      alive: "Keep-alive comes from",
      strings: "Strings measured",
      modules: "Modules measured",
      best: "Each module at its maximum power point",
      energy: "Energy counted at",
    },
    cell: {
      yes: "Yes",
      no: "No",
      gateway: "Gateway",
      mcon: "MCON",
      withScon: "With string controllers",
      voltage: "Voltage and temperature",
      all: "Also power and energy",
      meterOrString: "AC meter or string",
      string: "String",
      module: "Module",
    },
  },
  foldout: {
    lead: "Six panels about the product. Open them one by one or print the sheet.",
    openAll: "Open all",
    closeAll: "Close all",
    cover: {
      title: "Every module, every minute",
      text: "An open cloud console for solar plants with module-level electronics.",
    },
    see: {
      title: "See",
      power: "Power now and over the day, compared with the expected power.",
      energy: "Energy by day, month and year in the plant’s time zone.",
      coverage: "How much of each figure was measured, backfilled or estimated.",
      state: "The status of every string and module, with the time of its last report.",
    },
    know: {
      title: "Know",
      status:
        "Seven statuses, each with its own shape and label: normal, warning, alarm, fault, offline, waiting for gateway, shut down.",
      alarms: "Device alarms, counted once no matter how often they repeat.",
      night: "Plants sleep at night without raising alarms.",
      late: "Data stored by a gateway during an outage is sent afterwards and counted.",
    },
    build: { title: "Build", text: "Three kinds of roof electronics, one console." },
    trust: {
      title: "Trust",
      stored: "A report is acknowledged only after it is stored.",
      own: "Each gateway has its own secret and can only send data for itself.",
      outside: "Pages load nothing from other servers and set no cookies.",
      open: "Open source under Apache-2.0, with an open device link.",
    },
    start: {
      title: "Start",
      plant: "Add a plant: name, capacity, time zone, price.",
      gateway: "Add its gateway with the serial number and registration code.",
      live: "Switch it on. Its units appear automatically.",
      more: "Read the manual",
    },
  },
} as const;
