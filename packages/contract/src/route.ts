import type { Access } from '@headwater/domain/access';
import { oc } from '@orpc/contract';
import type { MessageKey } from './errors.ts';

export interface RouteMeta {
  access?: Access;
  /**
   * Path parameter to its noun. The access test knows an own, private, foreign and missing id of
   * each noun.
   */
  targets?: Readonly<Record<string, string>>;
  /**
   * Valid body or query for the access test and the API page; '{target}' becomes an id of that
   * noun.
   */
  example?: Readonly<Record<string, unknown>>;
  /** TPL-016: answers wrong fields as a list, one map per item. */
  errorsAsList?: boolean | undefined;
  /** TG-071: adds `{ error, message }` to refusals; the value names a defect (TG-070). */
  errorsAsChat?: MessageKey | undefined;
  /** Accepts multipart/form-data up to this number of bytes. */
  upload?: number | undefined;
  /** Limit of JSON in bytes; default: 1 MB. */
  json?: number | undefined;
  /** Requires the CSRF token for a GET that has a cost. */
  csrf?: boolean | undefined;
  /** ACC-023, DEC-08: open without a license, and before two-step verification is set up. */
  unlicensed?: boolean | undefined;
  /** API-010, ROLE-033: neither by API token nor during impersonation. */
  personal?: boolean | undefined;
  /** Extra sentence of a refusal. Administrators do not get "ask an administrator". */
  refusal?: 'ask_admin' | undefined;
  /** DEC-14: the audit log records the export before its first byte. */
  exports?: 'profile' | 'company' | 'vacancy' | 'sequence' | 'search' | 'enrichment' | 'audit' | 'statistics' | undefined;
  /** Part of the target that is exported; the audit log shows its text in the group `field`. */
  exportedPart?: 'api_calls' | 'employees' | 'companies' | undefined;
  limit?: 'sign_in' | undefined;
  errors?: readonly MessageKey[] | undefined;
}

/** REQ-049 */
export const uploadBytes = 30 * 1024 * 1024;
/** REQ-049: a profile of maximal size with all characters escaped. */
export const profileBytes = 8 * 1024 * 1024;

type Declared = Omit<RouteMeta, 'access'>;

interface RouteSpec extends Declared {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: `/${string}`;
  summary: string;
  access: Access;
  successStatus?: number;
  /** `detailed`: query beside a body, or headers; otherwise one merged input. */
  inputStructure?: 'compact' | 'detailed';
  outputStructure?: 'compact' | 'detailed';
}

/** The only way to declare a route, so that each route has an access rule. */
export function route({
  access,
  targets,
  example,
  errorsAsList,
  errorsAsChat,
  upload,
  json,
  csrf,
  unlicensed,
  refusal,
  personal,
  exports,
  exportedPart,
  limit,
  errors,
  ...spec
}: RouteSpec) {
  return oc
    .$meta<RouteMeta>({})
    .meta({
      access,
      targets,
      example,
      errorsAsList,
      errorsAsChat,
      upload,
      json,
      csrf,
      unlicensed,
      refusal,
      personal,
      exports,
      exportedPart,
      limit,
      errors,
    })
    .route(spec);
}

export const chatRoute = (spec: RouteSpec) => route({ ...spec, errorsAsChat: 'telegram_failed' });
