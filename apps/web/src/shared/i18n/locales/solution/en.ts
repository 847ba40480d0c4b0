export const texts = {
  solution: {
    kinds: "Kinds of solution",
    leaflet: "Leaflet",
    lead: {
      R: "A shutdown switch on every module. The plant runs as any other; when the keep-alive stops, each module is on its own and the cables are without dangerous voltage.",
      MR: "A micro controller for the strings and a shutdown switch on every module. The strings are measured, and one device on the roof keeps the switches alive or lets them open.",
      MRO: "The whole set: micro controller, shutdown switches, and an optimizer on every module. Each module works at its own best point and is measured for itself.",
    },
    fits: {
      R: "For roofs where safety is asked for and a meter or the strings tell enough.",
      MR: "For roofs where strings are to be watched one by one.",
      MRO: "For roofs with shade, several directions or mixed modules, and wherever a single module matters.",
    },
    built: "How it is built",
    drawing: {
      R: "Block diagram: eight modules in two strings on a roof, each with a shutdown switch. Direct current runs to the inverter. The gateway speaks with the switches over the same cable and with the server over the internet; the console shows it on a screen.",
      MR: "Block diagram: eight modules in two strings on a roof, each with a shutdown switch. Both strings pass the MCON and run to the inverter. The gateway speaks with the MCON and with the server; the console shows it on a screen.",
      MRO: "Block diagram: eight modules in two strings on a roof, each with an optimizer and a shutdown switch. Both strings pass the MCON and run to the inverter. The gateway speaks with the MCON and with the server; the console shows it on a screen.",
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
      module: "Makes voltage whenever light falls on it; nothing can switch that off.",
      rsd: "Stays closed only while it hears the keep-alive, and opens by itself without it.",
      opt: "Finds the module's best working point and measures its power and energy.",
      mcon: "Sends the keep-alive to the units of its strings, and measures the strings.",
      inverter: "Turns direct current into alternating current. The console needs nothing from it.",
      dcon: "Collects what the units say, keeps it for at least seven days, and sends it on.",
      dconAlive:
        "Sends the keep-alive, collects what the switches say, keeps it for at least seven days, and sends it on.",
      server: "Stores each report before it acknowledges it, and computes energy and alarms.",
      console: "This web application, on a wide screen or on a phone.",
    },
    measured: "What is measured",
    measuredText:
      "What a device reports depends on its model. The console takes these quantities and shows when each was last heard.",
    measures: {
      rsd: "Voltage before and after the switch, temperature, signal strength, state of the switch, status and alarms. The energy of a switch never counts.",
      opt: "Voltage, current and power at input and output, temperature, energy since it was made, signal strength, status and alarms.",
      mcon: "Voltage, current and power of a string, energy since it was made, status and alarms.",
      dcon: "Power and energy of an AC meter, irradiance and air temperature, if such sensors are connected.",
    },
    flow: "How a shutdown runs",
    flowText: "Nothing has to arrive for a switch to open: it opens because something stops arriving.",
    step: {
      start:
        "Somebody throws the switch on site, or the grid fails. That is the initiation; the time runs from here.",
      silentR: "The gateway's keep-alive stops on the cables.",
      silentMR: "The MCON's keep-alive stops on the cables.",
      open: "After 5 to 20 s without it, as set, every unit opens by itself.",
      safe: "An open unit leaves about 1 V at its output. Of a string of twenty modules 20 V remain.",
      told: "The units report their voltages; the console shows input and output of each one.",
    },
    time: {
      title: "Voltage of the cables after the initiation",
      axis: "Time after the initiation, in seconds",
      label:
        "Diagram: the cables keep their full voltage until the units open 5 to 20 seconds after the initiation, and are below 30 V before the limit of 30 seconds.",
      window: "units open",
      limit: "limit",
    },
    figure: {
      time: "at most, from the initiation until the limits below hold",
      outside: "at most outside of the array: 305 mm (1 ft) around it and beyond",
      inside: "at most inside of the array, between any two conductors",
    },
    source:
      "Limits: NFPA 70, National Electrical Code, article 690.12(B). Whether a plant keeps them is proved on site by measuring, not by this page. The initiator the article asks for is a switch on site; a command of a console is none.",
    today: "What the console does in this version",
    does: {
      link: "Takes reports over an open, documented link, acknowledges them only when they are stored, and takes late ones of up to seven days.",
      units:
        "Shows every unit with voltages, currents, power, temperature, signal, status and the time it was last heard.",
      energyR:
        "Computes energy by day, month and year from an AC meter or string controllers, and says how much of it was measured.",
      energyMR:
        "Computes energy by day, month and year from the strings, and says how much of it was measured.",
      energyMRO:
        "Computes energy by day, month and year from the modules, and says how much of it was measured.",
      alarms: "Opens an alarm when a device raises one, and counts those that nobody has resolved.",
    },
    not: "What it does not do",
    doesNot: {
      shutdown: "It starts no shutdown and no reset.",
      settings: "It changes neither parameters nor firmware of the devices.",
      roof: "It lists units by their place on the roof and draws no plan of it.",
    },
    compare: "The three kinds side by side",
    row: {
      shutdown: "Every module can be cut off",
      alive: "Keep-alive comes from",
      strings: "Strings measured",
      modules: "Modules measured",
      best: "Each module at its best point",
      energy: "Energy counts at",
    },
    cell: {
      yes: "Yes",
      no: "No",
      gateway: "Gateway",
      mcon: "MCON",
      withScon: "With string controllers",
      voltage: "Voltage and temperature",
      all: "Power and energy too",
      meterOrString: "AC meter or string",
      string: "String",
      module: "Module",
    },
  },
  foldout: {
    lead: "Six panels about the product. Open them one by one, or print the sheet.",
    openAll: "Open all",
    closeAll: "Fold up",
    cover: {
      title: "Every module, every minute",
      text: "An open cloud console for solar plants with module-level electronics.",
    },
    see: {
      title: "See",
      power: "Power now and over the day, beside what the sun would allow.",
      energy: "Energy by day, month and year on the plant's own clock.",
      coverage: "Of each figure, how much was measured, came late or is estimated.",
      state: "The state of every string and module, with the time it was last heard.",
    },
    know: {
      title: "Know",
      status:
        "Seven states with shape and word: normal, warning, alarm, fault, offline, waiting for gateway, shut down.",
      alarms: "Alarms of the devices, counted once however often they repeat.",
      night: "At night plants sleep; nobody is woken for a missing sun.",
      late: "What a gateway kept during an outage arrives afterwards and is counted.",
    },
    build: { title: "Build", text: "Three kinds of roof electronics, one console." },
    trust: {
      title: "Trust",
      stored: "A report is acknowledged only when it is stored.",
      own: "Each gateway has a secret of its own and may speak for itself alone.",
      outside: "Pages load nothing from outside and set no cookies.",
      open: "Open source under Apache-2.0, with an open device link.",
    },
    start: {
      title: "Start",
      plant: "Add a plant: name, capacity, time zone, price.",
      gateway: "Add its gateway with serial number and registration code.",
      live: "Switch it on. Its units appear by themselves.",
      more: "Read the manual",
    },
  },
} as const;
