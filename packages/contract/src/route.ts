import type { Access } from '@headwater/domain/access';
import { oc } from '@orpc/contract';
import type { MessageKey } from './errors.ts';

export interface RouteMeta {
  access?: Access;
  /** Path parameter -> the noun that it names. The generated access test knows an own, private, foreign and missing one of each noun. */
  targets?: Readonly<Record<string, string>>;
  /** A valid body or query, for the generated access test and the API page. Values '{target}' are replaced by ids of that noun. */
  example?: Readonly<Record<string, unknown>>;
  /** TPL-016: wrong fields are answered as a list of field maps, one a thing sent. */
  errorsAsList?: boolean | undefined;
  /** TG-071: refusals are also told as `{ error, message }`, the code and the text; this is what a defect is called (TG-070). */
  errorsAsChat?: MessageKey | undefined;
  /** Takes a form with a file (multipart/form-data) of up to so many bytes. */
  upload?: number | undefined;
  /** JSON of up to so many bytes; left out: 1 MB. */
  json?: number | undefined;
  /** Asks for the CSRF token although the method is GET, because it spends something. */
  csrf?: boolean | undefined;
  /** Also for companies without an active license, and for who has still to set up two-step verification: what the page needs that says so (ACC-023, DEC-08). */
  unlicensed?: boolean | undefined;
  /** Done by the person alone, in a browser: neither with an API token nor by staff who act as the person (API-010, ROLE-033). */
  personal?: boolean | undefined;
  /** What whoever may not call it is told, where it is more than that. Administrators, who lack something else, are not told to ask one. */
  refusal?: 'ask_admin' | undefined;
  /** What leaves as a file: noted in the audit log before its first byte (DEC-14). */
  exports?: 'profile' | 'vacancy' | 'sequence' | 'search' | 'enrichment' | 'audit' | undefined;
  /** Has a counter of requests of its own, with a lower limit. */
  limit?: 'sign_in' | undefined;
  /** Errors of a status that other routes do not answer, or with data beside their text. */
  errors?: readonly MessageKey[] | undefined;
}

/** REQ-049. */
export const uploadBytes = 30 * 1024 * 1024;
/** REQ-049: a profile of which each part is as long as it may be, with every character escaped. */
export const profileBytes = 8 * 1024 * 1024;

type Declared = Omit<RouteMeta, 'access'>;

interface RouteSpec extends Declared {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  successStatus?: number;
  /** `detailed` where the query travels beside a body, or headers matter; else everything is merged into one input. */
  inputStructure?: 'compact' | 'detailed';
  outputStructure?: 'compact' | 'detailed';
}

/** The only way to declare a route: without an access rule it does not compile. */
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
      limit,
      errors,
    })
    .route(spec);
}

/** A route of the messenger. */
export const chatRoute = (spec: RouteSpec) => route({ ...spec, errorsAsChat: 'telegram_failed' });
