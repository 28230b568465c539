import { commaList } from '@headwater/domain/text/comma-list';
import { z } from 'zod';
import { route } from './route.ts';
import { id, moment, name, optionalText } from './validation.ts';

const path = '/sso/settings/';

/** ACC-060: these forms say it in other words than the rest. */
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

/** SSO-004 to SSO-010. */
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
  /** Seconds. */
  config_update_interval: z.number({ error }).int().min(60).max(2_592_000),
  active: z.boolean(),
  /** Whoever has an address of a verified domain signs in through the provider alone, but for administrators. */
  enforced: z.boolean(),
};

const company = { /** For staff; else the own one. */ company_id: id.optional() };
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
  /** Only later: an administrator has to come in through the provider first. */
  enforced: z.literal(false, { error: 'sso_not_proved' }).default(false),
});
export type SsoInput = Omit<z.infer<typeof created>, 'company_id'>;
/**
 * What is not given stays. `expected`: the domains that whoever changes them has seen; where they are others by now it is refused, as a domain that is
 * missed in the list is verified no more. Without it they are saved as they are given.
 */
const expected = z.object({ domains: z.string().max(20_000).optional() }).optional();
const changed = z.object({ ...z.object(shape).partial().shape, ...company, expected });
export type SsoChanges = Omit<z.infer<typeof changed>, 'company_id'>;

const settings = z.object(shape).omit({ client_secret: true }).extend({
  /** SSO-018: it is never shown again. */
  has_client_secret: z.boolean(),
  /** Since when an administrator has come in through this provider; null: nobody has, and it cannot be required. */
  proved_at: moment.nullable(),
  updated_at: moment,
});

const view = z.object({
  /** Null while nothing is set up. */
  settings: settings.nullable(),
  /** SSO-016: what the provider has to know of this installation. */
  redirect_uri: z.string(),
  /** Whom the company may sign in: the domains that were shown to be its own. `record`: a TXT record that shows it. */
  domain_states: z.array(
    z.object({
      domain: z.string(),
      is_verified: z.boolean(),
      /** Another company has shown it meanwhile to be its own, and signs in with it. */
      is_taken: z.boolean(),
      /** The record has shown it and is gone: after some days nobody new is known by the domain. */
      missing_since: moment.nullable(),
      /** It never had one: the domain was that of the only company, and has to be shown since there are others. */
      is_due: z.boolean(),
      record: z.object({ name: z.string(), value: z.string() }),
    }),
  ),
  /** What the provider says of itself, as it was read last. */
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

/** Single sign-on of a company (OpenID Connect). Administrators: of their own one; staff: of any (SSO-015). Others who see its settings read it. */
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
        /** Only these, without which all: of what the company has added meanwhile nobody has said anything. */
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
