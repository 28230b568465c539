import { createRoute } from '@tanstack/react-router';
import { employeeParams } from '#features/employees/model/params.ts';
import { loadTexts } from '#lib/i18n.ts';
import { requires } from '../guards.ts';
import { lazyScreen } from '../lazy.ts';
import { shellRoute } from '../root-route.ts';

const shell = () => shellRoute;
const texts = () => Promise.all([loadTexts('companies'), loadTexts('employees')]);
const loadLists = () => import('../pages/employees/EmployeeListPages.tsx');
const listed = (name: keyof Awaited<ReturnType<typeof loadLists>>) => ({
  validateSearch: employeeParams.validate,
  component: lazyScreen('employees', { load: loadLists, name }),
});

/** Of one of the companies that the person looks after: which, the server sees to. */
const managed = { getParentRoute: shell, beforeLoad: requires('managed_companies'), loader: texts } as const;
const own = { getParentRoute: shell, beforeLoad: requires('company'), loader: texts } as const;
const staff = { getParentRoute: shell, beforeLoad: requires('staff'), loader: texts } as const;

const employees = createRoute({ ...managed, path: '/companies/$companyId/employees', ...listed('EmployeesPage') });
const hiringManagers = createRoute({ ...managed, path: '/companies/$companyId/hiring-managers', ...listed('HiringManagersPage') });
const ownEmployees = createRoute({ ...own, path: '/company/employees', ...listed('OwnEmployeesPage') });
const ownHiringManagers = createRoute({ ...own, path: '/company/hiring-managers', ...listed('OwnHiringManagersPage') });
const managers = createRoute({ ...staff, path: '/managers', ...listed('ManagersPage') });

export const employeeRoutes = [employees, hiringManagers, ownEmployees, ownHiringManagers, managers] as const;
