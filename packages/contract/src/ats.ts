import {
  type AtsVendorName,
  atsVendorNames,
  byName,
  type ConsentVendor,
  consentVendors,
  type UserVendor,
  userVendors,
} from '@headwater/domain/ats/vendors';
import { grantedProviders } from '@headwater/domain/mail/granted-providers';
import { z } from 'zod';
import { maxBulk } from './candidates.ts';
import { route } from './route.ts';
import { flag, id, moment, optionalText, pages, paging, text } from './validation.ts';

const vendor = z.enum(atsVendorNames as [AtsVendorName, ...AtsVendorName[]]);
const externalId = text(255);

/** ATS-013, ATS-014 */
const socialAccount = z.object({
  id: z.number(),
  vendor,
  /** Its last four characters. */
  access_token: z.string(),
  active: z.boolean(),
  create_date: moment,
  last_refresh_date: moment.nullable(),
  /** Account at the vendor. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Reason of the vendor for a connection that no longer works. */
  failure: z.string().nullable(),
  /** Webhooks of the last 30 days that could not be processed, and the reason of the newest. */
  failed_events: z.number().int(),
  event_failure: z.string().nullable(),
  /** Address and signature key for the webhooks that the user adds at the vendor. No key: the vendor makes it. */
  webhook: z.object({ url: z.string(), key: z.string().nullable() }).nullable(),
});
export type SocialAccount = z.infer<typeof socialAccount>;

/** The adapter names the missing ones at their fields. */
const credentialsBody = z.object({
  access_token: optionalText(2000).default(''),
  email: optionalText(255)
    .refine((value) => value === '' || z.email().safeParse(value).success, 'field_email')
    .default(''),
  client_id: optionalText(255).default(''),
  client_secret: optionalText(2000).default(''),
  /** Key of the signatures, if the vendor makes it. */
  webhook_key: optionalText(255).default(''),
  subdomain: optionalText(255).default(''),
});
export type Credentials = z.infer<typeof credentialsBody>;

/** ATS-030 */
const atsVacancy = z.object({
  id: z.string(),
  title: z.string(),
  location: z.string().nullable(),
  department: z.string().nullable(),
  status: z.enum(['open', 'closed', 'draft']),
  url: z.string().nullable(),
});
export type AtsVacancy = z.infer<typeof atsVacancy>;

const application = z.object({
  id: z.string(),
  /** Null for a prospect without a job. */
  job_id: z.string().nullable(),
  job_title: z.string().nullable(),
  status: z.string(),
  stage: z.string().nullable(),
});

/** ATS-031 to ATS-033 */
const candidateVacancies = z.object({
  vacancies: z.array(atsVacancy),
  duplicates: z.array(
    z.object({ applications: z.array(application), candidate_id: z.string(), candidate_name: z.string(), url: z.string().nullable() }),
  ),
  /** Vacancies that the person is not in. */
  new_vacancies: z.array(atsVacancy),
  updates_subscription: z.boolean(),
  company_id: z.number(),
});
export type CandidateVacancies = z.infer<typeof candidateVacancies>;

const how = {
  job_id: externalId.nullable().default(null),
  as_prospect: flag.default(false),
  /** Added to the person as a note. */
  comment: optionalText(10_000).default(''),
};
/** ATS-061. Without ids: all candidates. */
const exportBody = z.object({ ...how, candidate_ids: z.array(id).max(maxBulk).default([]), updates_subscription: flag.default(false) });
export type AtsExportInput = z.infer<typeof exportBody>;
const sendBody = z.object({ ...how, ah_profile_id: id, updates_subscription: flag.default(false) });
export type AtsSendInput = z.infer<typeof sendBody>;

const started = z.object({ job_id: z.number(), count: z.number().int() });

export const sendStates = ['waiting', 'sent', 'updated', 'present', 'failed'] as const;
export type SendState = (typeof sendStates)[number];

const sendRow = z.object({
  profile_id: z.number(),
  name: z.string(),
  /** `updated`: the person was in the system and is now in the job. `present`: was in the job. */
  state: z.enum(sendStates),
  error: z.string().nullable(),
  url: z.string().nullable(),
});

const link = z.object({
  vendor,
  candidate_id: z.string(),
  candidate_name: z.string(),
  url: z.string().nullable(),
  applications: z.array(application),
  updates_subscription: z.boolean(),
  /** Deleted in the system. */
  deleted: z.boolean(),
  read_date: moment.nullable(),
});
export type AtsLink = z.infer<typeof link>;

const sends = { access: 'ats_export' } as const;
const errors = ['ats_not_connected', 'ats_broken', 'ats_failed', 'ats_limit'] as const;

const candidateRoutes = (base: `/api/v6/${AtsVendorName}`) => {
  const updates = { targets: { id: 'profile' }, ...sends };
  return {
    connect: route({
      method: 'POST',
      path: `${base}/auth/`,
      summary: 'Connect the company, or replace the credentials of its connection',
      access: 'integrations',
      example: { email: 'nobody@example.test' },
    })
      .input(credentialsBody)
      .output(socialAccount),
    vacancies: route({
      method: 'GET',
      path: `${base}/vacancies/`,
      summary: 'Open jobs of the system; with a profile also the people there who may be the same person',
      ...sends,
      errors,
      example: { ah_profile_id: '{profile}' },
    })
      .input(z.object({ ah_profile_id: id.optional() }))
      .output(candidateVacancies),
    send: route({
      method: 'POST',
      path: `${base}/candidates/`,
      summary: 'Send a person to a job of the system',
      ...sends,
      errors,
      example: { ah_profile_id: '{profile}', job_id: '1' },
    })
      .input(sendBody)
      .output(started),
    withdraw: route({
      method: 'DELETE',
      path: `${base}/candidates/`,
      summary: 'Take a person that was sent out of a job of the system, without a message to the person',
      ...sends,
      errors,
      example: { ah_profile_id: '{profile}', job_id: '1' },
    })
      .input(z.object({ ah_profile_id: id, job_id: externalId }))
      .output(z.object({})),
    enableUpdates: route({
      method: 'POST',
      path: `${base}/candidates/{id}/updates/`,
      summary: 'Send later changes of a profile that was sent',
      ...updates,
    })
      .input(z.object({ id }))
      .output(z.object({ updates_subscription: z.boolean() })),
    disableUpdates: route({
      method: 'DELETE',
      path: `${base}/candidates/{id}/updates/`,
      summary: 'Stop sending changes of a profile',
      ...updates,
    })
      .input(z.object({ id }))
      .output(z.object({ updates_subscription: z.boolean() })),
  };
};

const exportRoutes = (name: AtsVendorName) => ({
  exportVacancy: route({
    method: 'POST',
    path: `/api/vacancies/{id}/candidates/export/${name}`,
    summary: 'Send candidates of a vacancy to a job of the system',
    inputStructure: 'detailed',
    ...sends,
    targets: { id: 'vacancy' },
    errors,
    example: { job_id: '1', candidate_ids: ['{candidate}'] },
  })
    .input(z.object({ params: z.object({ id }), body: exportBody }))
    .output(started),
  exportSequence: route({
    method: 'POST',
    path: `/api/sequences/{id}/candidates/export/${name}`,
    summary: 'Send candidates of a sequence to a job of the system',
    inputStructure: 'detailed',
    access: 'ats_sequence_export',
    targets: { id: 'sequence' },
    errors,
    example: { job_id: '1', candidate_ids: ['{candidate}'] },
  })
    .input(z.object({ params: z.object({ id }), body: exportBody }))
    .output(started),
});

/** ATS-025 */
const consentRoute = (name: ConsentVendor) =>
  route({
    method: 'POST',
    path: `/api/v6/${name}/connect/`,
    summary: `URL of the consent page of the system; it redirects to /${name}/set`,
    access: 'integrations',
    errors: ['ats_not_available'],
    example: {},
  })
    .input(credentialsBody)
    .output(z.object({ url: z.string() }));

const atsUser = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });
const usersAnswer = z.object({
  users: z.array(atsUser),
  /** The user who adds people; null: not chosen. */
  user_id: z.string().nullable(),
});
export type AtsUsers = z.infer<typeof usersAnswer>;

const userRoutes = (name: UserVendor) => ({
  list: route({
    method: 'GET',
    path: `/api/v6/${name}/users/`,
    summary: 'Users of the system, and the one who adds people there',
    access: 'integrations',
    errors,
  }).output(usersAnswer),
  choose: route({
    method: 'POST',
    path: `/api/v6/${name}/users/`,
    summary: 'Choose the user who adds people to the system',
    access: 'integrations',
    errors,
    example: { user_id: '1' },
  })
    .input(z.object({ user_id: externalId }))
    .output(usersAnswer),
});

const vendorRoutes = (name: AtsVendorName) => ({ ...candidateRoutes(`/api/v6/${name}`), ...exportRoutes(name) });

export type VendorContract = ReturnType<typeof vendorRoutes>;

/** ATS-016, MSET-009 */
const addable = [...grantedProviders, ...consentVendors] as const;

export const ats = {
  accounts: route({
    method: 'GET',
    path: '/api/social_accounts/',
    summary: 'Connections of the company to other services',
    access: 'integrations',
  }).output(
    z.object({
      social_accounts: z.array(socialAccount),
      /** Vendors with a consent page that this installation has credentials for. */
      consent_vendors: z.array(vendor),
    }),
  ),
  addAccount: route({
    method: 'POST',
    path: '/api/social_accounts/',
    summary: 'Connect a service by the code of its consent page',
    access: 'search',
    errors: ['forbidden', 'ats_not_available', 'ats_failed'],
    example: { vendor: 'gmail', access_token: 'code', state: 'state' },
  })
    .input(
      z.object({
        vendor: z.enum(addable),
        /** Authorization code from the consent page. */
        access_token: text(4000),
        state: text(4000),
      }),
    )
    .output(
      z.object({
        id: z.number(),
        vendor: z.enum(addable),
        active: z.boolean(),
        create_date: moment,
        last_refresh_date: moment.nullable(),
      }),
    ),
  checkAccount: route({
    method: 'POST',
    path: '/api/social_accounts/{id}/check/',
    summary: 'Ask the service whether the connection works',
    access: 'integrations',
    targets: { id: 'connection' },
    errors: ['ats_failed', 'ats_limit'],
  })
    .input(z.object({ id }))
    .output(socialAccount),
  removeAccount: route({
    method: 'DELETE',
    path: '/api/social_accounts/{id}/',
    summary: 'Disconnect the company; people stay in the service',
    access: 'integrations',
    targets: { id: 'connection' },
  })
    .input(z.object({ id }))
    .output(z.object({})),
  links: route({
    method: 'GET',
    path: '/api/v6/ats/links/',
    summary: 'Applicant-tracking systems that have the person, with the states there',
    ...sends,
    example: { profile_id: '{profile}' },
  })
    .input(z.object({ profile_id: id }))
    .output(z.object({ links: z.array(link) })),
  sendRows: route({
    method: 'GET',
    path: '/api/v6/ats/sends/{id}/',
    summary: 'Results of an own job that sends people',
    ...sends,
    targets: { id: 'job' },
  })
    .input(z.object({ id, state: z.enum(sendStates).optional(), ...paging }))
    .output(z.object({ rows: z.array(sendRow), count: z.number().int(), counts: z.record(z.enum(sendStates), z.number().int()), pages })),
  consent: byName(consentVendors, consentRoute),
  users: byName(userVendors, userRoutes),
  ...byName(atsVendorNames, vendorRoutes),
};
