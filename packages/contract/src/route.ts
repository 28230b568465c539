import type { Access } from '@headwater/domain/access';
import { oc } from '@orpc/contract';

/** What a path parameter of a route points at; the generated access test knows an own, private, foreign and missing one of each. */
export type Target =
  | 'vacancy'
  | 'candidate'
  | 'profile'
  | 'status'
  | 'user'
  | 'file'
  | 'job'
  | 'message'
  | 'contact'
  | 'mailbox'
  | 'query'
  | 'saved_query'
  | 'ai_search'
  | 'comment'
  | 'sequence'
  | 'mailing'
  | 'recipient'
  | 'template'
  | 'suppression'
  | 'vacancy_description'
  | 'message_generation';

export interface RouteMeta {
  access?: Access;
  /** Path parameter -> the noun that it names. */
  targets?: Readonly<Record<string, Target>>;
  /** A valid body or query, for the generated access test and the API page. Values '{target}' are replaced by ids of that noun. */
  example?: Readonly<Record<string, unknown>>;
  /** TPL-016: wrong fields are answered as a list of field maps, one a thing sent. */
  errorsAsList?: boolean | undefined;
}

interface RouteSpec {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /** One sentence for the API page. */
  summary: string;
  access: Access;
  targets?: RouteMeta['targets'];
  example?: RouteMeta['example'];
  errorsAsList?: boolean;
  successStatus?: number;
  /** `detailed` where the query travels beside a body, or headers matter; else everything is merged into one input. */
  inputStructure?: 'compact' | 'detailed';
  outputStructure?: 'compact' | 'detailed';
}

/** The only way to declare a route: without an access rule it does not compile. */
export function route({ access, targets, example, errorsAsList, ...spec }: RouteSpec) {
  return oc.$meta<RouteMeta>({}).meta({ access, targets, example, errorsAsList }).route(spec);
}
