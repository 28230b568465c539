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

/** The company of the current user: what the shell and the search form look at. */
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
  /** COMP-047: may use AI search (AIS-007). */
  gpt: z.boolean(),
  telegram: z.boolean(),
  /** COMP-038: its administrators read the audit log. */
  events_section: z.boolean(),
  /** Facets that the company has switched on (FLT-004, FLT-005, COMP-025). */
  filters: z.object({ gender: z.boolean(), diversity: z.boolean(), age: z.boolean() }),
  enable_mltr: z.boolean(),
  mltr_days_filter: z.boolean(),
  comment_days_filter: z.boolean(),
  remote_filter: z.boolean(),
  linkedin_filter: z.boolean(),
  /** FLT-030, FLT-031, ROLE-069: views, shown, folders and contacted, by feature flag. */
  activity_filters: z.boolean(),
  public_statistics: z.boolean(),
});

/** ROLE-052: what the person may see of profiles and do with them. */
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
  /** An administrator who also has the rights of a super user in this session. */
  holds_staff_rights: z.boolean(),
  data_enrichment_enabled: z.boolean(),
  settings: z.object({ language: language.nullable(), range_measure: rangeMeasure }),
  /** ACC-039: those meant for the person, within their dates; the first that was not interacted with is shown. */
  system_notifications: z.array(ownNotification),
  social_accounts: z.object({
    smartrecruiters_import: z.boolean(),
    huntflow_import: z.boolean(),
    greenhouse_import: z.boolean(),
    workable: z.boolean(),
  }),
  company: ownCompany,
  permissions,
  /** DEC-09: this is a restored or copied installation, and nothing is sent until it is armed. */
  sending_paused: z.boolean(),
  /** Whether this person may arm it. */
  may_resume_sending: z.boolean(),
  /** SHELL-058 to SHELL-060: addresses outside, of the branding of this host; what is not set is not shown. */
  menu_links: menuLinks,
  /** Of the terms of service that hold for the company (I18N-010). */
  terms_link: z.url().nullable(),
  /** SHELL-033 to SHELL-035: the feedback survey of the home page; null for who is not asked. */
  survey: z.object({ address: z.url(), account: z.string() }).nullable(),
  /** ACC-023, ACC-024: of the company; an extension company needs none. */
  license: z.enum(licenseStates),
  /** For administrators of a company without an active license: the account manager to ask. */
  license_contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** DEC-08: their company requires two-step verification, and nothing else is open to them before it is set up. */
  must_add_factor: z.boolean(),
  /** Set while staff act as this person (ROLE-033). */
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

/** A password is checked as typed: no trimming, and long enough for any passphrase. */
const password = z.string().min(1).max(1000);

/** As long as the address that somebody was at: a search can be. One that leads nowhere never stops a sign-in. */
const next = z.string().optional();

/** What a sign-in waits for after its first step. `app`: an authenticator app shows the code; `email`: it was e-mailed, or with an app can be. */
export const confirmation = z.object({ token: z.string(), app: z.boolean(), email: z.boolean() });

/** What a sign-in leads to: a session, or a code that was e-mailed and must be confirmed (ACC-017). */
const signedIn = z.object({
  user: currentUser.nullable(),
  /** Path to open next: `next` where it is a path of this application, else the landing route. */
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
