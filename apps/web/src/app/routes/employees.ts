import { createRoute } from '@tanstack/react-router';
import { employeeParams } from '#features/employees/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { shellRoute } from '../shell-route.ts';

const shell = () => shellRoute;
const namespaces = ['companies', 'employees', 'invitations', 'impersonation', 'api-tokens', 'security'] as const;
const texts = () => Promise.all(namespaces.map((name) => loadTexts(name)));
const loadLists = () => import('../pages/employees/EmployeeListPages.tsx');
const listed = (name: keyof Awaited<ReturnType<typeof loadLists>>) => ({
  validateSearch: employeeParams.validate,
  component: lazyScreen('employees', { load: loadLists, name }),
});

const loadForms = () => import('../pages/employees/EmployeePages.tsx');
const screen = (name: keyof Awaited<ReturnType<typeof loadForms>>) => ({
  component: lazyScreen('employee', { load: loadForms, name }),
});

const managed = { getParentRoute: shell, beforeLoad: requires('managed_companies'), loader: texts } as const;
const own = { getParentRoute: shell, beforeLoad: requires('company'), loader: texts } as const;
const staff = { getParentRoute: shell, beforeLoad: requires('staff'), loader: texts } as const;

const employees = createRoute({ ...managed, path: '/companies/$companyId/employees', ...listed('EmployeesPage') });
const hiringManagers = createRoute({ ...managed, path: '/companies/$companyId/hiring-managers', ...listed('HiringManagersPage') });
const ownEmployees = createRoute({ ...own, path: '/company/employees', ...listed('OwnEmployeesPage') });
const ownHiringManagers = createRoute({ ...own, path: '/company/hiring-managers', ...listed('OwnHiringManagersPage') });
const managers = createRoute({ ...staff, path: '/managers', ...listed('ManagersPage') });

const base = '/companies/$companyId';
const add = createRoute({ ...managed, path: `${base}/employees/add`, ...screen('NewEmployeePage') });
const edit = createRoute({ ...managed, path: `${base}/employees/$employeeId`, ...screen('EmployeePage') });
const move = createRoute({ ...managed, path: `${base}/employees/$employeeId/move-to-company`, ...screen('MoveEmployeePage') });
const addHiringManager = createRoute({ ...managed, path: `${base}/hiring-managers/add`, ...screen('NewHiringManagerPage') });
const editHiringManager = createRoute({ ...managed, path: `${base}/hiring-managers/$employeeId`, ...screen('HiringManagerPage') });
const addOwn = createRoute({ ...own, path: '/company/employees/add', ...screen('NewOwnEmployeePage') });
const editOwn = createRoute({ ...own, path: '/company/employees/$employeeId', ...screen('OwnEmployeePage') });
const addOwnHiringManager = createRoute({ ...own, path: '/company/hiring-managers/add', ...screen('NewOwnHiringManagerPage') });
const editOwnHiringManager = createRoute({ ...own, path: '/company/hiring-managers/$employeeId', ...screen('OwnHiringManagerPage') });
const addManager = createRoute({ ...staff, path: '/managers/add', ...screen('NewManagerPage') });
const editManager = createRoute({ ...staff, path: '/managers/$employeeId', ...screen('ManagerPage') });

export const employeeRoutes = [
  employees,
  hiringManagers,
  ownEmployees,
  ownHiringManagers,
  managers,
  add,
  edit,
  move,
  addHiringManager,
  editHiringManager,
  addOwn,
  editOwn,
  addOwnHiringManager,
  editOwnHiringManager,
  addManager,
  editManager,
] as const;
