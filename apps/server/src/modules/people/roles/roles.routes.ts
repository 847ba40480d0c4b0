import { endpoints } from "@heliograph/contract";
import type { Mount } from "../../base/access/mount.ts";
import { withMessage } from "../../base/access/mount.ts";
import type { CustomerTypesService } from "./customer-types.service.ts";
import type { RolesService } from "./roles.service.ts";

export function mountRoleRoutes(
  mount: Mount,
  { roles, customerTypes }: { roles: RolesService; customerTypes: CustomerTypesService },
): void {
  const { account, role, customerType, permission } = endpoints;
  mount(account.listRoles, ({ scope, query, language }) => roles.listRoles(scope, query, language));
  mount(role.get, ({ scope, query, language }) => roles.getRole(scope, query.roleId, language));
  mount(role.add, async (call) => withMessage(await roles.addRole(call, call.body), "done.roleAdded"));
  mount(role.update, async (call) => withMessage(await roles.updateRole(call, call.body), "done.roleSaved"));
  mount(role.delete, async (call) =>
    withMessage(await roles.deleteRole(call, call.body), "done.roleDeleted"),
  );
  mount(customerType.list, ({ scope, query, language }) => customerTypes.listTypes(scope, query, language));
  mount(customerType.get, ({ scope, query, language }) =>
    customerTypes.getType(scope, query.customerTypeId, language),
  );
  mount(customerType.add, async (call) =>
    withMessage(await customerTypes.addType(call, call.body), "done.customerTypeAdded"),
  );
  mount(customerType.update, async (call) =>
    withMessage(await customerTypes.updateType(call, call.body), "done.customerTypeSaved"),
  );
  mount(customerType.delete, async (call) =>
    withMessage(await customerTypes.deleteType(call, call.body), "done.customerTypeDeleted"),
  );
  mount(permission.tree, ({ scope, query, language }) =>
    roles.getTree(scope, query.customerTypeId, language),
  );
  mount(permission.override, async (call) =>
    withMessage(await customerTypes.overrideType(call, call.body), "done.overridden"),
  );
}
