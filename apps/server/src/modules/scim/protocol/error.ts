import { message } from '@headwater/contract/errors';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { answerFor } from '#platform/http/error-response.ts';

/** RFC 7644, 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'invalidVers';

/**
 * Functions of this module report errors of the client as ScimError. Administrators read `message`.
 */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalid = (detail: string, scimType: ScimType = 'invalidValue') => new ScimError(400, detail, scimType);
export const notFound = () => new ScimError(404, message('not_found', 'en'));

const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface ScimAnswer {
  status: number;
  body: object;
  /** In seconds. */
  retryAfter?: number | undefined;
}

export const errorAnswer = ({ status, message: detail, scimType }: ScimError): ScimAnswer => ({
  status,
  body: { schemas: [errorSchema], status: String(status), ...(scimType ? { scimType } : {}), detail },
});

/** Seat limits and the last administrator are 403, because no value is invalid. */
function productErrorOf(error: unknown): ScimError | undefined {
  if (error instanceof AppError && error.key === 'employee_last_admin') return new ScimError(403, message(error.key, 'en'));
  if (!(error instanceof FieldErrors)) return undefined;
  const [field] = Object.values(error.fields);
  if (!field) return undefined;
  const isLimit = field.key === 'employee_search_limit' || field.key === 'employee_hm_limit';
  return new ScimError(isLimit ? 403 : 400, message(field.key, 'en', field.parts), isLimit ? undefined : 'invalidValue');
}

export function scimAnswerFor(error: unknown): ScimAnswer | undefined {
  if (error instanceof ScimError) return errorAnswer(error);
  const productError = productErrorOf(error);
  if (productError) return errorAnswer(productError);
  const known = answerFor(error, 'en');
  if (!known) return undefined;
  const detail = typeof known.body.detail === 'string' ? known.body.detail : message('bad_request', 'en');
  return { ...errorAnswer(new ScimError(known.status, detail)), retryAfter: known.retryAfter };
}
