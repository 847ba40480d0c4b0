/** The part of docs/architecture.md that cannot be derived from the sources. */
export const architectureText = `# Architecture

Made from \`scripts/structure\` by \`npm run generate\`: edit \`architecture-text.ts\`, \`features.ts\` and \`modules.ts\` there.

## The whole

\`\`\`
 gateways ──MQTT──▶ link ──▶ ClickHouse (samples, reports, windows)
    ▲                │ ▲
    │ commands       ▼ │ bus
    └──────────────  jobs  ── roll-ups, schedules
                       │ bus
 browsers ──HTTP──▶  api  ──▶ PostgreSQL (accounts, plants, devices, alarms, commands, log)
\`\`\`

One server package has three roles: \`api\` (HTTP, live events), \`link\` (MQTT), \`jobs\` (roll-ups, schedules).
\`apps/server/src/main\` composes them; \`npm start\` runs all three in one process. Several processes: [deployment.md](deployment.md). Nothing that another process would
need is kept in memory only. Where the clock of a machine differs from that of PostgreSQL by more than a second, a process
takes the time of PostgreSQL, so that leases and deadlines mean the same to all of them.

| folder | holds | may import |
|---|---|---|
| \`packages/contract\` | every call: path, access, input, result, errors; messages in four languages | nothing of ours |
| \`packages/protocol\` | the device link: topics, records, points (measured values) | nothing of ours |
| \`packages/solar\` | pure rules: sun, expected power, energy from counters, local days, tariffs | nothing of ours, no I/O |
| \`apps/server/src/infra\` | engines, bus, files, mail, clock, settings | packages |
| \`apps/server/src/modules/<group>/<module>\` | one capability: routes, service, repositories, tests | infra, earlier groups, services of its group |
| \`apps/server/src/app\` | the HTTP application: access check, errors, event stream | modules, infra |
| \`apps/server/src/main\` | programs and composition | everything of the server |
| \`apps/web/src/shared\` | layers from base to plant (\`scripts/structure/web-layers.ts\`): what all pages use | earlier layers of shared |
| \`apps/web/src/features/<feature>\` | the pages of one area | shared |
| \`apps/web/src/app\` | routes, frame, start | features, shared |
| \`apps/simulator\` | gateways that speak the device link; replay of measured data | packages |

\`npm run lint\` enforces the last column (\`biome.json\` and \`scripts/structure\`): groups of modules in the order
base ← people ← energy ← devices ← plants ← system, another module through its \`*.service.ts\` only, no cycles of files or
modules, one module that writes each table, SQL in repositories.

## A call, from the browser to the table

1. \`packages/contract/src/<area>.ts\` defines the endpoint: path, who may call, input, result.
2. \`<module>.routes.ts\` mounts it: \`mount(endpoint, handler)\`. \`app/mount.ts\` validates the input and checks access; the
   handler gets a \`Scope\` and, where the endpoint names one, the plant.
3. \`<module>.service.ts\` decides; \`<name>.repository.ts\` reads and writes rows within the scope.
4. The browser calls it through \`shared/api\`; the console's forms and lists take limits, sort keys and texts of errors
   from the same contract.

## A report, from the gateway to the screen

\`devices/link\` (connection → intake) stores samples in ClickHouse before it acknowledges them, marks the 15-minute windows
they touch (\`energy/metering\`) and publishes live values on the bus. The roll-up job computes marked windows again, then
the plant's days, and keeps its current energies in PostgreSQL. \`app/event-stream.ts\` sends live values to browsers of users
with access; the figures of a plant are read where it is watched ([ADR 17](adr/0017-watched-plants-and-kept-energies.md)).

## Background jobs

Work that takes longer than a request, such as an export, is a row of \`jobs\` (\`people/jobs\`). A call queues it and returns
its id; the role \`jobs\` runs it; \`/job\` lists, cancels and deletes the caller's own jobs and serves their files.

- **Once.** A process leases a job for 30 s and renews the lease while it works. If the process dies, another one takes the
  job up after the lease, at most three attempts in all. An attempt whose lease has ended stores nothing: every write names
  the attempt. The end of a job and its file are one statement ([ADR 23](adr/0023-job-files-in-postgresql.md)).
- **Fair.** One job of an account runs at a time, and the account whose last job started longest ago is next.
- **Access** is that of the account when the job runs, and again when its file is downloaded: every plant in the file must
  still be visible, with the parts that the file contains.
- **Cancelling** takes effect at the next step of the work; nothing of the result is kept.
- Each start is in the system log, with its account, its plant if it is about one, and its address.
- Finished jobs and their files are deleted after seven days.

## Where to change what

Almost every module has a \`README.md\` that says what it owns and decides, and by which file: read it first.

| change | open first | then |
|---|---|---|
| a field of a plant | \`packages/contract/src/station.ts\` (\`editable\`, input, change, detail) | a migration in \`apps/server/migrations/postgres\`; \`plants/plants/plant-fields.ts\` (column, visibility, \`writeAs\` of a date); the form in \`features/station-editor/use-plant-sections.tsx\`; texts in \`locales/console\`, its name in the log: \`logs.field.*\` in \`locales/logs\`; where it is shown: \`shared/plant/plant-header.tsx\` with \`plant-contact.tsx\` (head of all its pages), \`features/phone/phone-contacts.tsx\`; the plant of the ui tests: \`apps/web/test/ui/samples.ts\`; personal data: \`PERSONAL_FIELDS\` in \`base/audit/audit.service.ts\`, or the log keeps it; all steps: [console.md](console.md) |
| a model of devices, with its ranges and parameters | one file in \`packages/protocol/models\` | [device-models.md](device-models.md); its schema: \`packages/protocol/src/device-model.ts\` |
| a new measured value | \`packages/protocol/src/points.ts\` | the compiler then asks for its texts (\`unit.*\` in \`locales/console\`, \`column.device.*\` in \`packages/contract/src/messages\`, \`datasheet.point.*\` in \`locales/datasheet\`) and for \`SCALES\` in \`apps/simulator/src/replay/recording.ts\`. It does not ask for: a column in \`apps/server/migrations/clickhouse\`; one of \`latest_values\` and its view \`device_latest\` in \`apps/server/migrations/postgres\` (\`storage plain\`; \`MAX_BLOCK_UNITS\` in \`devices/link/intake/latest-values.repository.ts\` must still fit half a page, [ADR 20](adr/0020-latest-values-in-rows-of-a-gateway.md)); \`points\` of the models in \`packages/protocol/models\` that report it; \`apps/simulator/src/physics\` (\`columns.ts\`, \`reports.ts\`) |
| a measured value in the curve of a day | \`energy/metering/curve/samples.repository.ts\` | \`packages/contract/src/device.ts\`, \`MEASURES\` in \`shared/device/unit-curve-option.ts\` with its name in \`locales/unit-curve\` (without them nothing fails); a unit with a sign of its own: \`shared/base/format/unit-text.ts\`, \`device-export.service.ts\`, \`device-data.service.ts\` |
| another field that a gateway reports | the message in \`packages/protocol/src\` (inventory: \`birth.ts\`; samples, states, events: \`reports.ts\`) | what is stored of it in \`devices/link/adoption/births.repository.ts\` or \`devices/link/intake\`, a migration; [device-link.md](device-link.md); the simulated gateway: \`apps/simulator/src/gateway/link-messages.ts\`; shown as a field of a device: \`packages/contract/src/device.ts\`, \`devices/devices/devices.repository.ts\`, \`features/device/overview-tab.tsx\` |
| a sentence on screen | \`apps/web/src/shared/base/i18n/locales/<part>/<language>.ts\` | search for the sentence, then for its key: several pages can show it, and a sentence that is to differ on one page needs a key of its own (phone pages: \`locales/phone\`); the manual: \`features/agreement/manual\`. What is said in reply to a call (wrong password, refused, saved) is a message of the server: next row |
| a message of the server (answers to a call, errors, confirmations, mails) | \`packages/contract/src/messages/<language>.ts\` | which key a refusal has: the error code in the response (\`code.A0200\`: sign-in, whatever was wrong), in the browser's network view; what fills the \`{placeholders}\` of a mail: where \`writeNotice\` is called; mails with a code \`people/registration/code-requests.ts\`, invitations \`people/registration/invitations.ts\`; alarm mails: \`alarm-mail.ts\` (texts), \`due-mails.repository.ts\` (values), \`readers.repository.ts\` (what the recipient may see) in \`devices/notifications\` |
| a fault code, or its texts | \`packages/contract/src/fault-codes/faults.ts\` (code, severity, sources) | texts: one folder a language beside it; events of devices begin in \`packages/protocol/src/device-codes.ts\` |
| a rule that raises alarms without a device reporting one | a fault code, then a module beside \`devices/missing-data\` (rounds over all plants) or \`devices/weak-units\` (once a day) | started in \`main/jobs.ts\`; it raises and ends alarms with \`applyDeviceConditions\` of \`devices/alarms\`; a rule about what a report contains: \`devices/link/intake/event-rules.ts\`. It judges what is stored: of the starts of a gateway, for example, only the last (\`devices/link/adoption/births.ts\`) |
| a new call | \`packages/contract/src/<area>.ts\` | \`index.ts\` beside it, \`<module>.routes.ts\`, \`<module>.service.ts\`, an example in \`apps/server/src/app/examples\` |
| a new module of the server | \`scripts/structure/modules.ts\` (what it owns) | \`main/services.ts\` (made), \`app/mount-all.ts\` (its calls), a migration; what it logs: \`packages/contract/src/audit-types.ts\` |
| a kind of background job | \`jobKind\` in \`packages/contract/src/job.ts\` | its permission in \`people/jobs/job-kinds.service.ts\`, its work in \`main/jobs.ts\`; example: \`plants/plants/plant-export.service.ts\` |
| who can call something | \`access\` where the endpoint is defined in \`packages/contract/src\` (search for its path; exports: \`station-export.ts\`, \`device-export.ts\`) | the button that makes the call; a call that starts a job has a second permission in \`people/jobs/job-kinds.service.ts\`; levels of a plant: \`base/access/plant-access.ts\`; a right to a single field: the service, such as \`plants/plants/plant-update.ts\`; lists without \`exportJob\` are exported in the browser, by every user who reads them |
| a new permission | \`packages/contract/src/permissions.ts\` (the tree, the built-in roles, and what an account of chosen plants never may: \`companyWideIds\`) | names \`permission.*\` in \`packages/contract/src/messages\`; a migration: the start of the server updates the operator's account type and ROOT only; an account type limits its roles |
| when a plant or device counts as offline | \`packages/contract/src/report-age.ts\` (intervals) | what uses it: \`devices/status/report-age-sql.ts\` (the status shown), \`devices/missing-data/missing-data-rules.ts\` (alarms); sentences that name the number: \`locales/console\`, \`features/agreement/manual/home\`, the READMEs of both modules |
| a status of plants or devices, or a reason for one | \`packages/contract/src/status.ts\` (statuses, reasons and their order) | \`devices/status/plant-status-sql.ts\` and \`device-status-sql.ts\` (which one applies), texts \`status\` in \`shared/base/i18n/locales/base\`, sentences of reasons in \`shared/plant/plant-reason.tsx\`, \`features/phone/plant-reason.tsx\` and \`features/device/device-status.tsx\`, marks in \`shared/ui/status\` |
| how energy follows from counters | \`packages/solar/src/energy\` (what bounds a rise: \`plausible-growth.ts\`) | the same rule in SQL: \`energy/metering/roll-up\` (\`counter-steps-sql.ts\`, \`unit-windows.repository.ts\`) |
| a field of a tariff | \`tariff\` in \`packages/contract/src/station.ts\` | a column of \`tariffs\` in a migration, \`energy/tariffs/tariffs.repository.ts\`, \`features/station-editor/use-plant-sections.tsx\`; earnings by tariff: \`energy/earnings/earnings.service.ts\`, \`packages/contract/src/earnings.ts\` |
| which device is in which plant since when | who places it decides the time: \`devices/devices/devices.service.ts\` and \`devices/moves\` (a user), \`devices/link/adoption/births.ts\` (a gateway's report), \`devices/devices/device-batch.service.ts\` (an import) | \`devices/placements\` stores it and moves samples to match |
| a column or filter of a list | \`features/<feature>/*-columns.tsx\` | the contract (sort keys, filters) and the module's list repository, only where the value is not in the row yet, or sorts or filters |
| a column or filter of the device lists | \`features/control\` (shared columns: \`shared/ui/table/device-columns.tsx\`) | rows \`devices/devices/devices.repository.ts\`, order and filters \`device-conditions-sql.ts\` (of last values also \`device-candidates.repository.ts\`), how pages are read \`device-search.repository.ts\`, the export \`packages/contract/src/device-export.ts\` with \`column.device.*\` of the messages |
| a column or filter of the alarm lists | \`features/alarms/alarm-columns.tsx\` | texts in \`locales/faults\`; alarms of one device \`features/device/events-tab.tsx\`; to sort or filter: \`packages/contract/src/alarm.ts\`, \`alarm-sort-sql.ts\` and \`alarm-list.repository.ts\` in \`devices/alarms\`; what users change: \`alarm-changes.repository.ts\` |
| a new page, or an entry of the menu | \`features/<feature>/<feature>.routes.tsx\` | \`app/frame/menu.ts\`; its title in \`locales/frame\`; its address in \`e2e/support/pages.ts\` (a test asks for it); a new feature: \`app/console-routes.tsx\`, \`scripts/structure/features.ts\`, a part of texts in \`shared/base/i18n/texts.ts\`; a page of System: one line in \`features/system/system-tabs.ts\`; all steps: [console.md](console.md) |
| a tab of a plant | \`shared/plant/plant-tabs.tsx\` (order, permission, part that the plant's settings can hide: \`plantPart\` in \`packages/contract/src/plant-settings.ts\`) | then all of "a new page"; of a device: \`features/device/device-tabs.tsx\` |
| a column of the device import | \`packages/contract/src/device-import-limits.ts\` (columns) | \`importField.*\` in the contract's messages, \`devices/imports/import-rows.ts\` with \`plant-import.ts\` or \`register-import.ts\`; what is written: \`devices/devices/device-batch.service.ts\` (cells are text and numbers, \`infra/sheets/read-xlsx.ts\` knows no dates) |
| a way to notify users, such as SMS or another service | \`base/notices\` and \`infra/mail\`, which send | what is sent when: \`devices/notifications\` (alarm emails), \`devices/webhooks\`, \`plants/reports\` (scheduled reports), \`people/registration\` (codes), \`people/security-mails\` |
| how long something is kept | the constant \`…RETENTION…\` of the module that owns the table; logs and resolved alarms: \`AUDIT_MONTHS\` in \`apps/server/src/infra/config.ts\`; sessions: \`people/identity/sessions/token-lifetime.ts\` | the period in texts and docs: \`features/agreement/agreement-text\`, \`features/agreement/manual/exporting\`, \`locales/reports\` (files of jobs) |
| a setting of the server | \`apps/server/src/infra/config.ts\` (environment) or \`base/configuration\` (changed at runtime by the operator) | limits that the browser checks too are in the contract |
| a column of an export | the service that writes it: plants \`plants/plants/plant-export.service.ts\`, devices \`devices/devices/device-export.service.ts\`, a plant's earnings \`energy/earnings/earnings-export.service.ts\`, all earnings \`energy/earnings/fleet-earnings-export.service.ts\`, measured data \`energy/metering/device-data\`, lists that the browser exports \`shared/ui/table/export-button.tsx\` | its heading: \`column.*\` in \`packages/contract/src/messages\`; layouts: \`packages/contract/src/layout-files.ts\`; reports: \`plants/reports\` |
| a file format of exports | \`sheetFormat\` in \`packages/contract/src/station-export.ts\` | \`infra/sheets/write-sheet.ts\`, \`shared/ui/table/export-job-button.tsx\` with texts in \`locales/blocks\`; files and templates of imports share it: \`packages/contract/src/device-import.ts\`, \`devices/imports\` |
| a limit of tries, calls or messages (A0501) | the constant where it is counted: wrong passwords, second factors and codes \`people/identity/sign-in-throttle.service.ts\`, codes sent \`people/registration/codes.ts\`, anonymous sessions \`people/identity/anonymous-quota.service.ts\`, calls of an API key \`packages/contract/src/api-key.ts\` (counted by \`app/call-quota.ts\`), event streams \`app/event-stream.ts\`, messages of a gateway \`devices/link/connection/rate-limit.ts\` | the number as a word ("tenth") in docs/security.md and \`features/agreement/manual\` |
| a setting of a user | \`packages/contract/src/settings.ts\` (change) | \`user.ts\` (what is shown), a column of \`accounts\` in a migration and \`people/accounts/accounts.repository.ts\`, \`people/identity/profile\`, the card in \`features/personal\`; its name in the log: \`logs.field.*\` in \`locales/logs\`; alarm mails have settings of their own: \`packages/contract/src/notification.ts\`, a column of \`alarm_mail_settings\`, \`settings.repository.ts\` in \`devices/notifications\` (when they are sent: \`due-time.ts\`), \`alarm-mails-card.tsx\` and \`alarm-mails-dialog.tsx\` in \`features/personal\`, texts in \`locales/account\`, [notifications.md](notifications.md) |
| how a dialog, table, chart or status mark looks | \`apps/web/src/shared/ui/<dialog, table, chart, status>\` | \`shared/ui/ui.css\`; colours and sizes: \`shared/base/theme/tokens.css\`; colours, states and marks of the roof view: \`shared/roof\` (\`colors.ts\`, \`paint.ts\`), \`--roof-*\` in \`tokens.css\` |
| a rule of an input (length, format) | the field in its area of \`packages/contract/src\`, or \`primitives.ts\` there | the old number in texts, manual and docs/security.md; size and type of an upload: its \`Upload\` in the contract (\`picture.ts\` for plants, avatars and QR codes; \`device-import.ts\`, \`layout-files.ts\`, \`firmware.ts\`); pictures of plants are cropped before: \`features/station-editor/picture\` |
| a card, figure or chart line of a plant's page | \`features/station\` (\`station-page.tsx\` lists the cards of the overview) | power of a day \`day-curve-card.tsx\` with its lines in \`day-curve.ts\` (power only; irradiance and temperatures: \`weather-chart.ts\` and \`weather-part.tsx\`, texts in \`locales/weather\`, from \`readAllWeather\` in \`energy/metering/curve/samples.repository.ts\`), energy \`energy-bars.ts\`; what the server sends: \`packages/contract/src/station-energy.ts\`, \`energy/metering/curve\` and \`energy/metering/figures\`; texts in \`locales/console\`; the same curve on the phone: \`features/phone/phone-curve.tsx\` |
| a figure on the phone | \`features/phone\`: \`phone-content.tsx\` lists the cards of a plant, \`phone-units.tsx\` shows its units by string | the data are those of the large pages (\`packages/contract/src/device.ts\`, \`station.ts\`); texts in \`locales/phone\`; the size of the pages is limited by \`apps/web/check-bundle.ts\` |
| a quantity with alarm thresholds | \`packages/contract/src/alarm-threshold.ts\` (it has to be a measured value first) | \`devices/thresholds\` (\`judge.ts\`, \`preview.repository.ts\`, \`thresholds.repository.ts\`), a migration (checks and default rows of both tables), two fault codes, \`shared/alarms/thresholds/threshold-names.ts\`, texts in \`locales/faults\` |
| what proves a unit open or closed | \`devices/safety/judge-sample.ts\` | [safety.md](safety.md); states and transitions: \`safety-states.ts\`; who may press: \`safety-rules.ts\` |
| what a simulated gateway does | \`apps/simulator/src/fleet.ts\` (kinds of faults) | table of them: [simulator.md](simulator.md); their effects on power \`physics/roof-physics.ts\`, on values \`physics/reports.ts\`, on events \`physics/conditions.ts\`; what is sent when \`play/gateway-player.ts\`; the link \`gateway/\` |
`;
