import { employeeRoles, employeeSorts, personStatuses, rolesOfKind } from '@headwater/domain/companies/people';
import { signInWays } from '@headwater/domain/companies/social-sign-in';
import { passwordFaults } from '@headwater/domain/passwords';
import { hiringManagerSections, type HiringManagerAccess } from '@headwater/domain/permission-flags';
import { roles } from '@headwater/domain/roles';
import { z } from 'zod';
import { displaySections } from './hiring-manager-settings.ts';
import { fileAnswer, tableTypes } from './export-file.ts';
import { type RouteMeta, route } from './route.ts';
import { flag, id, moment, name, optionalName, optionalText, pages, paging } from './validation.ts';

const path = '/api/v6/';
const password = z
  .string()
  .max(1000)
  .superRefine((value, context) => {
    for (const message of passwordFaults(value)) context.addIssue({ code: 'custom', message });
  });
const email = z.string().trim().toLowerCase().max(255).pipe(z.email());
const phone = optionalText(50);

/** EMP-019 to EMP-028 */
const facts = z.object({
  email,
  first_name: optionalName(),
  last_name: optionalName(),
  password,
  language: z.enum(['en', 'ru']).nullable(),
  phone,
  additional_phone: phone,
  extension: optionalText(20),
  api_manager: z.boolean(),
  range_measure: z.enum(['km', 'mi']),
  comment: optionalText(2000),
  department_id: id.nullable(),
  group_id: id.nullable(),
});
const searching = { can_search: z.boolean() };
const state = {
  is_active: z.boolean(),
  /**
   * Removes app, recovery codes and passkeys of a person who lost them; an e-mail informs the
   * person.
   */
  has_second_factor: z.literal(false),
};

/**
 * ROLE-050: overrides of one hiring manager; null: the company's setting. Missing keys stay
 * unchanged.
 */
const ownSections = { hm_access: z.partialRecord(z.enum(hiringManagerSections), z.boolean().nullable()) };

const named = z.object({ id: z.number(), name: z.string() });

const employee = z.object({
  id: z.number(),
  company_id: z.number(),
  company_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** EMP-029 */
  name: z.string(),
  email: z.string(),
  /** EMP-030 */
  is_pending: z.boolean(),
  /** EMP-078 */
  invitation: z.object({ id: z.number(), sent_at: moment, expires_at: moment }).nullable(),
  role: z.enum(roles),
  status: z.enum(personStatuses),
  is_active: z.boolean(),
  can_search: z.boolean(),
  api_manager: z.boolean(),
  holds_staff_rights: z.boolean(),
  has_second_factor: z.boolean(),
  /** EMP-024 */
  api_key: z.object({ last_four: z.string(), created_at: moment, expires_at: moment.nullable() }).nullable(),
  hm_access: displaySections.partial(),
  language: z.enum(['en', 'ru']).nullable(),
  range_measure: z.enum(['km', 'mi']),
  phone: z.string(),
  additional_phone: z.string(),
  extension: z.string(),
  comment: z.string(),
  department: named.nullable(),
  group: named.nullable(),
  date_joined: moment,
  last_seen_at: moment.nullable(),
  last_sign_in: z.object({ at: moment, way: z.enum(signInWays) }).nullable(),
});
export type Employee = z.infer<typeof employee>;

const listed = <Value extends string>(values: readonly [Value, ...Value[]]) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), z.array(z.enum(values)));
const chosen = {
  search: optionalText(255).optional(),
  /** Whether the person has an authenticator app or a passkey. */
  second_factor: flag.optional(),
  statuses: listed(personStatuses).default(['active', 'not_active']),
  sort: z.enum(employeeSorts).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
};
const filter = { ...paging, ...chosen };
const list = z.object({ employees: z.array(employee), count: z.number().int(), pages });
export type EmployeeList = z.infer<typeof list>;

interface Kind {
  folder: string;
  noun: string;
  words: string;
  reads: NonNullable<RouteMeta['access']>;
  edits: NonNullable<RouteMeta['access']>;
  manages: NonNullable<RouteMeta['access']>;
}

/** ROLE-029 */
const refusal = 'ask_admin';

const ofCompany = { reads: 'employees', manages: 'manage_employees' } as const;
const kinds = {
  worker: { folder: 'workers', noun: 'worker', words: 'a recruiter', edits: 'edit_employees', ...ofCompany },
  admin: { folder: 'admins', noun: 'administrator', words: 'an administrator', edits: 'manage_employees', ...ofCompany },
  hiringManager: { folder: 'hiring_managers', noun: 'hiring_manager', words: 'a hiring manager', edits: 'manage_employees', ...ofCompany },
  manager: {
    folder: 'managers',
    noun: 'manager',
    words: 'an account manager or somebody of the staff',
    reads: 'staff',
    edits: 'staff',
    manages: 'staff',
  },
} as const satisfies Record<string, Kind>;

const findRoute = ({ folder, noun, words, reads }: Kind) =>
  route({ method: 'GET', path: `${path}${folder}/{id}/`, summary: `Find ${words}`, access: reads, targets: { id: noun } })
    .input(z.object({ id }))
    .output(employee);

const removeRoute = ({ folder, noun, words, manages }: Kind) =>
  route({
    method: 'DELETE',
    path: `${path}${folder}/{id}/`,
    summary: `Switch ${words} off; vacancies and comments stay, and is_active brings the person back`,
    access: manages,
    targets: { id: noun },
    refusal,
  })
    .input(z.object({ id }))
    .output(z.object({}));

const createSpec = ({ folder, noun, words, manages }: Kind, example: Record<string, unknown>) => {
  const opened = noun === 'manager' ? 'with a password' : 'without a password they are invited by e-mail';
  return { method: 'POST', path: `${path}${folder}/`, summary: `Add ${words}, ${opened}`, access: manages, example, refusal } as const;
};

const saveSpec = ({ folder, noun, words, edits }: Kind) =>
  ({
    method: 'PATCH',
    path: `${path}${folder}/{id}/`,
    summary: `Change ${words}; what is not given stays`,
    access: edits,
    targets: { id: noun },
    example: { phone: '+1 555 0100' },
    refusal,
  }) as const;

const company = { company_id: id.optional() };
const newOne = { email: 'someone@example.test', password: 'Correct-Horse-9', company_id: '{managed_company}' };

const switchRoute = ({ folder, noun, words }: Kind, other: string, { personal }: { personal?: true } = {}) =>
  route({
    method: 'PATCH',
    path: `${path}${folder}/{id}/switch/`,
    summary: `Make ${other} of ${words}`,
    access: 'manage_employees',
    targets: { id: noun },
    refusal,
    personal,
  })
    .input(z.object({ id }))
    .output(employee);

const moveRoute = ({ folder, noun, words }: Kind, { personal }: { personal?: true } = {}) =>
  route({
    method: 'POST',
    path: `${path}${folder}/{id}/move/`,
    summary: `Move ${words} to another company; whom administrators move is a recruiter there`,
    access: 'manage_employees',
    targets: { id: noun },
    example: { company_id: '{managed_company}' },
    refusal,
    personal,
  })
    .input(z.object({ id, company_id: id }))
    .output(employee);

const workerFacts = facts.extend(searching);
const adminRole = z.enum(rolesOfKind.admins);
/** For administrators; super users of the same company change it. */
const staffRights = { holds_staff_rights: z.boolean() };
const managerRole = z.enum(rolesOfKind.managers);

/** All changeable fields; the schema of a path accepts a part. */
export type EmployeeChanges = Partial<z.infer<typeof workerFacts>> & {
  is_active?: boolean;
  holds_staff_rights?: boolean;
  has_second_factor?: false;
  role?: (typeof roles)[number];
  hm_access?: Partial<Record<keyof HiringManagerAccess, boolean | null>>;
};

/** EMP-032 */
const groupRoutes = (folder: 'user_groups' | 'departments', words: { many: string; one: string }) => ({
  list: route({ method: 'GET', path: `/api/internal/${folder}/`, summary: `${words.many} of a company, by name`, access: 'employees' })
    .input(
      z.object({
        company_id: id.optional(),
        search: optionalText(255).optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(50),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      }),
    )
    .output(z.object({ results: z.array(named), count: z.number().int() })),
  create: route({
    method: 'POST',
    path: `/api/internal/${folder}/`,
    summary: `Add ${words.one}`,
    access: 'manage_employees',
    example: { name: 'Platform' },
    refusal,
  })
    .input(z.object({ name: name(255), ...company }))
    .output(named),
});

const ofCompanyList = {
  ...company,
  /** EMP-067: `admin` includes administrators without search. */
  roles: listed([...employeeRoles, 'hm']).default([...employeeRoles]),
};

export const employees = {
  list: route({ method: 'GET', path: `${path}employees/`, summary: 'Who works in a company, by name', access: 'employees' })
    .input(z.object({ ...filter, ...ofCompanyList }))
    .output(list),
  export: route({
    method: 'GET',
    path: `${path}employees/export/`,
    summary: 'People of a company as a table (CSV or XLSX)',
    access: 'employees',
    outputStructure: 'detailed',
    csrf: true,
    exports: 'company',
    exportedPart: 'employees',
  })
    .input(z.object({ ...chosen, ...ofCompanyList, type: z.enum(tableTypes).default('csv') }))
    .output(fileAnswer),
  listManagers: route({
    method: 'GET',
    path: `${path}managers/`,
    summary: 'Account managers and staff of the installation, by name',
    access: 'staff',
  })
    .input(z.object({ ...filter, roles: listed(rolesOfKind.managers).default([...rolesOfKind.managers]) }))
    .output(list),
  findWorker: findRoute(kinds.worker),
  createWorker: route(createSpec(kinds.worker, newOne))
    .input(workerFacts.partial().required({ email: true }).extend(company))
    .output(employee),
  saveWorker: route(saveSpec(kinds.worker)).input(workerFacts.extend(state).partial().extend({ id })).output(employee),
  removeWorker: removeRoute(kinds.worker),
  switchWorker: switchRoute(kinds.worker, 'an administrator', { personal: true }),
  moveWorker: moveRoute(kinds.worker),
  findAdmin: findRoute(kinds.admin),
  createAdmin: route({ ...createSpec(kinds.admin, newOne), personal: true })
    .input(workerFacts.extend({ role: adminRole }).partial().required({ email: true }).extend(company))
    .output(employee),
  saveAdmin: route(saveSpec(kinds.admin))
    .input(
      workerFacts
        .extend({ ...state, ...staffRights, role: adminRole })
        .partial()
        .extend({ id }),
    )
    .output(employee),
  removeAdmin: removeRoute(kinds.admin),
  switchAdmin: switchRoute(kinds.admin, 'a recruiter'),
  moveAdmin: moveRoute(kinds.admin, { personal: true }),
  findHiringManager: findRoute(kinds.hiringManager),
  createHiringManager: route(createSpec(kinds.hiringManager, newOne))
    .input(facts.extend(ownSections).partial().required({ email: true }).extend(company))
    .output(employee),
  saveHiringManager: route(saveSpec(kinds.hiringManager))
    .input(
      facts
        .extend({ ...state, ...ownSections })
        .partial()
        .extend({ id }),
    )
    .output(employee),
  removeHiringManager: removeRoute(kinds.hiringManager),
  findManager: findRoute(kinds.manager),
  createManager: route({ ...createSpec(kinds.manager, { email: 'someone@example.test', password: 'Correct-Horse-9' }), personal: true })
    .input(
      facts
        .extend({ role: managerRole })
        .partial()
        .required({ email: true })
        .extend({ ...company }),
    )
    .output(employee),
  saveManager: route(saveSpec(kinds.manager))
    .input(
      facts
        .extend({ ...state, role: managerRole })
        .partial()
        .extend({ id }),
    )
    .output(employee),
  removeManager: removeRoute(kinds.manager),
  listMoveTargets: route({
    method: 'GET',
    path: `${path}employees/move_targets/`,
    summary: 'Companies that an employee may be moved to',
    access: 'manage_employees',
  })
    .input(z.object({ search: optionalText(255).optional() }))
    .output(z.object({ companies: z.array(named) })),
  listLinked: route({
    method: 'GET',
    path: `${path}companies/{id}/linked_companies/`,
    summary: 'Companies that administrators of this one may move employees to',
    access: 'staff',
    targets: { id: 'managed_company' },
  })
    .input(z.object({ id }))
    .output(z.object({ companies: z.array(named) })),
  saveLinked: route({
    method: 'PUT',
    path: `${path}companies/{id}/linked_companies/`,
    summary: 'Say which companies administrators of this one may move employees to',
    access: 'staff',
    targets: { id: 'managed_company' },
    example: { company_ids: [] },
  })
    .input(z.object({ id, company_ids: z.array(id).max(100) }))
    .output(z.object({ companies: z.array(named) })),
  groups: groupRoutes('user_groups', { many: 'Groups', one: 'a group' }),
  departments: groupRoutes('departments', { many: 'Departments', one: 'a department' }),
};
