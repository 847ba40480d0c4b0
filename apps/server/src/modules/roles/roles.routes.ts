import { endpoints } from "@heliograph/contract";
import type { Mount } from "../access/access.service.ts";
import { withMessage } from "../access/access.service.ts";
import type { CustomerTypesService } from "./customer-types.service.ts";
import type { RolesService } from "./roles.service.ts";

export function mountRoleRoutes(
  mount: Mount,
  { roles, customerTypes }: { roles: RolesService; customerTypes: CustomerTypesService },
): void {
  const { account, role, customerType, permission } = endpoints;
  mount(account.listRoles, ({ scope, query, language }) => roles.listRoles(scope, query, language));
  mount(role.get, ({ scope, query, language }) => roles.getRole(scope, query.roleId, language));
  mount(role.add, async ({ scope, address, body }) =>
    withMessage(await roles.addRole({ scope, address }, body), "done.roleAdded"),
  );
  mount(role.update, async ({ scope, address, body }) =>
    withMessage(await roles.updateRole({ scope, address }, body), "done.roleSaved"),
  );
  mount(role.delete, async ({ scope, address, body }) =>
    withMessage(await roles.deleteRole({ scope, address }, body), "done.roleDeleted"),
  );
  mount(customerType.list, ({ scope, query, language }) => customerTypes.listTypes(scope, query, language));
  mount(customerType.get, ({ scope, query, language }) =>
    customerTypes.getType(scope, query.customerTypeId, language),
  );
  mount(customerType.add, async ({ scope, address, body }) =>
    withMessage(await customerTypes.addType({ scope, address }, body), "done.customerTypeAdded"),
  );
  mount(customerType.update, async ({ scope, address, language, body }) =>
    withMessage(await customerTypes.updateType({ scope, address, language }, body), "done.customerTypeSaved"),
  );
  mount(customerType.delete, async ({ scope, address, body }) =>
    withMessage(await customerTypes.deleteType({ scope, address }, body), "done.customerTypeDeleted"),
  );
  mount(permission.tree, ({ scope, query, language }) =>
    roles.getTree(scope, query.customerTypeId, language),
  );
  mount(permission.override, async ({ scope, address, language, body }) =>
    withMessage(await customerTypes.overrideType({ scope, address, language }, body), "done.overridden"),
  );
}
