import { commaList } from '@headwater/domain/text/comma-list';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, name, optionalText } from './validation.ts';

const path = '/sso/settings/';

/** ACC-060 */
const error = ({ input }: { input?: unknown }) => ((input ?? null) === null ? 'field_required' : undefined);
const required = z.string({ error }).trim();
const present = required.min(1, { error: 'field_required', abort: true });
const filled = (max: number) => present.max(max);
const claim = filled(255).refine((value) => !/[\s\p{Cc}]/u.test(value), 'field_invalid');

const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;
const domains = filled(5000)
  .toLowerCase()
  .refine((value) => commaList(value).length > 0, 'field_required')
  .refine((value) => commaList(value).every((each) => each.length <= 253 && domain.test(each)), 'sso_domains')
  .refine((value) => commaList(value).length <= 50, 'sso_domains_many');

/** SSO-004 to SSO-010 */
const shape = {
  idp_url: filled(1000).refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'field_url'),
  provider: present.pipe(name(100)),
  client_id: filled(255),
  client_secret: present.max(2000),
  audience: optionalText(255),
  trust_id: optionalText(1000),
  /** Comma-separated. */
  domains,
  claim_email: claim,
  claim_first_name: claim,
  claim_last_name: claim,
  config_update_interval: z.number({ error }).int().min(60).max(2_592_000),
  active: z.boolean(),
  /** Users of verified domains sign in by the provider only, except administrators. */
  enforced: z.boolean(),
};

const company = { /** For staff; default: own company. */ company_id: id.optional() };
const created = z.object({
  ...shape,
  ...company,
  audience: shape.audience.default(''),
  trust_id: shape.trust_id.default(''),
  claim_email: shape.claim_email.default('email'),
  claim_first_name: shape.claim_first_name.default('given_name'),
  claim_last_name: shape.claim_last_name.default('family_name'),
  config_update_interval: shape.config_update_interval.default(3600),
  active: shape.active.default(true),
  /** Enforcement requires a previous sign-in of an administrator by the provider. */
  enforced: z.literal(false, { error: 'sso_not_proved' }).default(false),
});
export type SsoInput = Omit<z.infer<typeof created>, 'company_id'>;
/**
 * Missing fields stay. `expected`: domains that the client has seen; a mismatch is refused, as a
 * domain missing in the list loses its verification.
 */
const expected = z.object({ domains: z.string().max(20_000).optional() }).optional();
const changed = z.object({ ...z.object(shape).partial().shape, ...company, expected });
export type SsoChanges = Omit<z.infer<typeof changed>, 'company_id'>;

const settings = z.object(shape).omit({ client_secret: true }).extend({
  /** SSO-018 */
  has_client_secret: z.boolean(),
  /** First sign-in of an administrator by this provider, required for enforcement. */
  proved_at: moment.nullable(),
  updated_at: moment,
});

const view = z.object({
  settings: settings.nullable(),
  /** SSO-016 */
  redirect_uri: z.string(),
  /** Domains of the company. `record`: TXT record that proves ownership. */
  domain_states: z.array(
    z.object({
      domain: z.string(),
      is_verified: z.boolean(),
      /** Another company has verified the domain and uses it. */
      is_taken: z.boolean(),
      /** The record disappeared; after some days the domain admits no new users. */
      missing_since: moment.nullable(),
      /** Unverified domain of a formerly single company, which must be verified now. */
      is_due: z.boolean(),
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
  configuration: z
    .object({
      issuer: z.string().nullable(),
      read_at: moment.nullable(),
      failure: z.enum(['address', 'unreachable', 'not_openid']).nullable(),
    })
    .nullable(),
});
export type SsoView = z.infer<typeof view>;

const example = {
  idp_url: 'https://idp.example.test',
  provider: 'Okta',
  client_id: 'headwater',
  client_secret: 'x',
  domains: 'example.test',
  active: false,
};

const ofConfirmation = {
  path: '/sso/auth/confirm/{token}/',
  access: 'public',
  targets: { token: 'one_time_token' },
  limit: 'sign_in',
} as const;
const confirmation = z.object({ token: z.coerce.string().max(200) });

const changes = { access: 'manage_sso', refusal: 'ask_admin', personal: true } as const;

/** OpenID Connect. Administrators manage their own company, staff any (SSO-015). */
export const sso = {
  settings: route({ method: 'GET', path, summary: 'How a company signs in through its identity provider', access: 'sso' })
    .input(z.object(company))
    .output(view),
  create: route({ method: 'POST', path, summary: 'Set up single sign-on', ...changes, example })
    .input(created)
    .output(view),
  save: route({
    method: 'PATCH',
    path,
    summary:
      'Change single sign-on; what is not given stays, and `expected` domains are not saved over those that somebody else has set meanwhile',
    ...changes,
    example: { active: false },
  })
    .input(changed)
    .output(view),
  verifyDomains: route({
    method: 'POST',
    path: `${path}domains/`,
    summary: 'Look whether TXT records show that the domains are those of the company',
    ...changes,
  })
    .input(
      z.object({
        ...company,
        domains: z.array(z.string().max(253)).max(50).optional(),
      }),
    )
    .output(view),
  url: route({
    method: 'GET',
    path: '/sso/auth/sso_url/',
    summary: 'The sign-in address of the identity provider of whoever has that email',
    access: 'public',
    csrf: true,
    limit: 'sign_in',
    example: { email: 'nobody@example.test' },
  })
    .input(z.object({ email: present.max(255).pipe(z.email()), next: z.string().max(20_000).optional() }))
    .output(z.object({ url: z.string() })),
  findConfirmation: route({
    method: 'GET',
    summary: 'Which account a link signs in to through which provider, in the browser that came from there',
    ...ofConfirmation,
  })
    .input(confirmation)
    .output(z.object({ email: z.string(), provider: z.string() })),
  confirm: route({
    method: 'POST',
    summary: 'Confirm by a link that one came from the provider: where the browser goes, signed in or to the page that says why not',
    ...ofConfirmation,
    example: {},
  })
    .input(confirmation)
    .output(z.object({ next: z.string() })),
};
