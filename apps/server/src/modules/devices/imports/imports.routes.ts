import { endpoints } from "@heliograph/contract";
import type { Mount, MountFile } from "../../base/access/mount.ts";
import { fileOf } from "../../base/access/mount.ts";
import type { ImportService } from "./imports.service.ts";

export function mountImportRoutes(mount: Mount, mountFile: MountFile, imports: ImportService): void {
  const { deviceImport } = endpoints;
  mount(deviceImport.read, (call) => imports.read(call, call.query, fileOf(call)));
  mount(deviceImport.toPlant, (call) => imports.startToPlant(call, call.body));
  mount(deviceImport.toRegister, (call) => imports.startToRegister(call, call.body));
  mount(deviceImport.columns, (call) => imports.chooseColumns(call, call.body));
  mount(deviceImport.edit, (call) => imports.edit(call, call.body));
  mount(deviceImport.list, (call) => imports.list(call));
  mount(deviceImport.get, (call) => imports.find(call, call.query.importId));
  mount(deviceImport.results, (call) => imports.results(call, call.query));
  mountFile(deviceImport.file, (call) => imports.corrections(call, call.query.importId));
  mountFile(deviceImport.template, ({ query }) => imports.template(query.kind, query.format, query.language));
}
