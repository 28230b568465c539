import { licenseStates } from '@headwater/domain/companies/dropdowns';
import { roles } from '@headwater/domain/roles';
import { z } from 'zod';
import { passkeyOptions, passkeyUse, passkeyUseExample } from './passkeys.ts';
import { route } from './route.ts';
import { ownNotification } from './system-notifications.ts';
import { flag, id, moment, text } from './validation.ts';

const language = z.enum(['en', 'ru']);
const rangeMeasure = z.enum(['km', 'mi']);
const role = z.enum(roles);

const ownCompany = z.object({
  company_id: z.number(),
  company_name: z.string(),
  is_ext_company: z.boolean(),
  access_type: z.enum(['pay', 'demo', 'extension']),
  region: z.enum(['russia', 'other']),
  terms_location: z.enum(['us', 'russia']),
  ats: z.boolean(),
  messaging: z.boolean(),
  sequences: z.boolean(),
  /** COMP-047, AIS-007 */
  gpt: z.boolean(),
  telegram: z.boolean(),
  /** COMP-038 */
  events_section: z.boolean(),
  /** FLT-004, FLT-005, COMP-025 */
  filters: z.object({ gender: z.boolean(), diversity: z.boolean(), age: z.boolean() }),
  enable_mltr: z.boolean(),
  mltr_days_filter: z.boolean(),
  comment_days_filter: z.boolean(),
  remote_filter: z.boolean(),
  linkedin_filter: z.boolean(),
  /** FLT-030, FLT-031, ROLE-069 */
  activity_filters: z.boolean(),
  public_statistics: z.boolean(),
});

/** ROLE-052 */
const permissions = z.object({
  personal_info: z.boolean(),
  contacts: z.boolean(),
  tags: z.boolean(),
  resumes: z.boolean(),
  change_candidate: z.boolean(),
  comments: z.boolean(),
  export_csv: z.boolean(),
  export_ats: z.boolean(),
  messaging_info: z.boolean(),
  messaging_messages: z.boolean(),
});

const menuLinks = z.object({ extension: z.url().nullable(), help: z.url().nullable() });

export const currentUser = z.object({
  id: z.number(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  date_joined: moment,
  role,
  can_search: z.boolean(),
  api_manager: z.boolean(),
  holds_staff_rights: z.boolean(),
  data_enrichment_enabled: z.boolean(),
  settings: z.object({ language: language.nullable(), range_measure: rangeMeasure }),
  /** ACC-039: visible notifications; the page shows the first one without interaction. */
  system_notifications: z.array(ownNotification),
  social_accounts: z.object({
    smartrecruiters_import: z.boolean(),
    huntflow_import: z.boolean(),
    greenhouse_import: z.boolean(),
    workable: z.boolean(),
  }),
  /** ATS-002: names of the apps of the company. */
  apps: z.array(z.string()),
  company: ownCompany,
  permissions,
  /** DEC-09: a restored or copied installation sends nothing until it is armed. */
  sending_paused: z.boolean(),
  may_resume_sending: z.boolean(),
  /** SHELL-058 to SHELL-060 */
  menu_links: menuLinks,
  /** I18N-010 */
  terms_link: z.url().nullable(),
  /** SHELL-033 to SHELL-035 */
  survey: z.object({ address: z.url(), account: z.string() }).nullable(),
  /** ACC-023, ACC-024 */
  license: z.enum(licenseStates),
  license_contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** DEC-08: all other routes are closed until two-step verification is set up. */
  must_add_factor: z.boolean(),
  impersonated_by: z.number().nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

const accountStatus = z.enum([
  'active',
  'need_activation',
  'need_verification',
  'license_expired',
  'license_not_started',
  'limit_exceeded',
]);
export type AccountStatus = z.infer<typeof accountStatus>;

const password = z.string().min(1).max(1000);

/** Long enough for a search. An invalid path never stops a sign-in. */
const next = z.string().optional();

/**
 * Second step of a sign-in. `app`: by authenticator app; `email`: the code was or can be e-mailed.
 */
export const confirmation = z.object({ token: z.string(), app: z.boolean(), email: z.boolean() });

/** ACC-017 */
const signedIn = z.object({
  user: currentUser.nullable(),
  next: z.string(),
  confirmation: confirmation.nullable(),
});

const listedUser = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
  is_active: z.boolean(),
});

export const accounts = {
  signIn: route({
    method: 'POST',
    path: '/api/v6/login/',
    summary: 'Sign in with e-mail and password',
    access: 'public',
    example: { email: 'nobody@example.test', password: 'wrong' },
    limit: 'sign_in',
  })
    .input(z.object({ email: text(255), password, next }))
    .output(signedIn),
  confirmSignIn: route({
    method: 'POST',
    path: '/api/v6/login/confirm/',
    summary: 'Finish a sign-in with the e-mailed code or link',
    access: 'public',
    example: { token: 'x' },
    limit: 'sign_in',
  })
    .input(z.object({ token: text(200), code: z.string().trim().max(40).optional(), next }))
    .output(signedIn),
  emailCode: route({
    method: 'POST',
    path: '/api/v6/login/code/',
    summary: 'E-mail a code for a sign-in that waits for one, in place of the app',
    access: 'public',
    example: { token: 'x' },
    limit: 'sign_in',
  })
    .input(z.object({ token: text(200) }))
    .output(z.object({})),
  beginPasskeySignIn: route({
    method: 'POST',
    path: '/api/v6/login/passkey/begin/',
    summary: 'Begin to sign in with a passkey: what the browser is to be asked for, valid for five minutes',
    access: 'public',
    limit: 'sign_in',
  }).output(passkeyOptions),
  signInWithPasskey: route({
    method: 'POST',
    path: '/api/v6/login/passkey/',
    summary: 'Sign in with a passkey, which stands for password and code',
    access: 'public',
    example: { passkey: passkeyUseExample },
    limit: 'sign_in',
  })
    .input(z.object({ passkey: passkeyUse, next }))
    .output(signedIn),
  signOut: route({ method: 'POST', path: '/api/v6/logout/', summary: 'End the session', access: 'public' }).output(z.object({})),
  captchaKey: route({
    method: 'GET',
    path: '/api/v6/recaptcha-key/',
    summary: 'The public key of the captcha and the address of its script; both empty where none is asked for',
    access: 'public',
  }).output(z.object({ key: z.string(), script: z.string() })),
  me: route({ method: 'GET', path: '/api/internal/users/me/', summary: 'The current user', access: 'signed_in', unlicensed: true }).output(
    currentUser,
  ),
  status: route({
    method: 'GET',
    path: '/api/v6/user-status/',
    summary: 'Account status of the current user',
    access: 'signed_in',
    unlicensed: true,
  }).output(z.object({ status: accountStatus })),
  saveSettings: route({
    method: 'PATCH',
    path: '/api/v6/user/settings/',
    summary: 'Save language and unit of distance',
    access: 'signed_in',
    unlicensed: true,
    example: { range_measure: 'km' },
  })
    .input(z.object({ language: language.optional(), range_measure: rangeMeasure.optional() }))
    .output(currentUser),
  listUsers: route({
    method: 'GET',
    path: '/api/v6/users/',
    summary: 'Users of the company, for assignees and filters',
    access: 'vacancies',
  })
    .input(
      z.object({
        is_assignee: flag.optional(),
        exclude_self: flag.optional(),
        role: z.preprocess((value) => (typeof value === 'string' ? value.split(',') : value), z.array(role)).optional(),
        include_pending_invites: flag.optional(),
        has_templates: flag.optional(),
        limit: z.coerce.number().int().min(1).max(1000).default(1000),
      }),
    )
    .output(z.object({ users: z.array(listedUser) })),
};

export const userId = id;
