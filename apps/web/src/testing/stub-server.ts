import { contract } from '@headwater/contract/contract';
import type { UsageEventPayload } from '@headwater/contract/usage-events';
import { issueMessage } from '@headwater/contract/validation';
import type { AnyContractProcedure, AnySchema, ContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract';
import { StandardBracketNotationSerializer } from '@orpc/openapi-client/standard';
import { currentLanguage } from '#lib/i18n.ts';
import { answerOf } from './emptiest.ts';

export type Procedure<I extends AnySchema, O extends AnySchema> = Pick<ContractProcedure<I, O, Record<never, never>, object>, '~orpc'>;

/** Returns a success body, which the contract must accept, or a response. */
export type Handler<I extends AnySchema, O extends AnySchema> = (
  input: InferSchemaOutput<I>,
) => InferSchemaInput<O> | Response | Promise<InferSchemaInput<O> | Response>;

interface Route {
  method: string;
  pattern: RegExp;
  parameters: number;
  procedure: AnyContractProcedure;
}

export interface Call {
  method: string;
  path: string;
  headers: Headers;
  /** Input parsed by the contract, as on the server. */
  input: unknown;
}

function listProcedures(part: object): AnyContractProcedure[] {
  if ('~orpc' in part) return [part as AnyContractProcedure];
  return Object.values(part).flatMap((inner) => listProcedures(inner as object));
}

const routes: Route[] = listProcedures(contract)
  .map((procedure) => {
    const { method = 'GET', path = '/' } = procedure['~orpc'].route;
    const names = path.match(/\{\+?\w+\}/g) ?? [];
    const source = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\+?(\w+)\}/g, '(?<$1>[^/]+)');
    return { method, pattern: new RegExp(`^${source}$`), parameters: names.length, procedure };
  })
  .toSorted((one, other) => one.parameters - other.parameters);

type Issue = Parameters<typeof issueMessage>[0];

class Misfit extends Error {
  readonly issues: readonly Issue[];

  constructor(what: string, issues: readonly Issue[]) {
    super(`${what} does not fit the contract: ${JSON.stringify(issues)}`);
    this.issues = issues;
  }
}

async function parse(schema: AnySchema | undefined, value: unknown, what: string): Promise<unknown> {
  if (!schema) return value;
  const result = await schema['~standard'].validate(value);
  if (result.issues) throw new Misfit(what, result.issues as readonly Issue[]);
  return result.value;
}

/** Body of a 400: messages by field. */
const fieldsOf = (issues: readonly Issue[]) =>
  Object.fromEntries(
    issues.map((issue) => [issue.path.filter((part) => part !== 'body').join('.'), [issueMessage(issue, currentLanguage())]]),
  );

const serializer = new StandardBracketNotationSerializer();

/** Replaces files by those of the page's realm, the only ones that the contract accepts. */
async function filesOf(form: FormData): Promise<[string, FormDataEntryValue][]> {
  return Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : new File([await value.arrayBuffer()], value.name, { type: value.type }),
    ]),
  );
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return request.json();
  return type.startsWith('multipart/form-data') ? serializer.deserialize(await filesOf(await request.formData())) : undefined;
}

async function readInput(request: Request, { procedure, pattern }: Route): Promise<unknown> {
  const url = new URL(request.url);
  const params = pattern.exec(url.pathname)?.groups ?? {};
  const query = serializer.deserialize([...url.searchParams]);
  const body = await readBody(request);
  const { inputSchema, route } = procedure['~orpc'];
  const parts = { params, query, body, headers: Object.fromEntries(request.headers) };
  const input = route.inputStructure === 'detailed' ? parts : { ...params, ...(query as object), ...(body as object | undefined) };
  return parse(inputSchema, input, `The input of ${request.method} ${url.pathname}`);
}

const readsByPost = new Set<AnyContractProcedure>([
  contract.search.count,
  contract.search.counts,
  contract.search.chips,
  contract.search.suggest,
  contract.marketInsights.find,
]);

function withoutHandler(procedure: AnyContractProcedure): unknown {
  const { method = 'GET', path } = procedure['~orpc'].route;
  if (method === 'GET' || readsByPost.has(procedure)) return answerOf(procedure);
  throw new Error(`The test answers no ${method} ${path}`);
}

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** HTML of a proxy instead of a response. */
export const proxyPage = (status: number): Response => new Response('<p>away</p>', { status, headers: { 'content-type': 'text/html' } });

/**
 * Replaces the server at `fetch`. Parses inputs and responses with the contract, so that stubs
 * match the server. Reads without a handler get the minimal response.
 */
export class StubServer {
  readonly calls: Call[] = [];
  /** Usage events, which are not part of `calls`. */
  readonly events: UsageEventPayload[] = [];
  /** Writes without a handler, and contract violations. Any fault fails the test. */
  readonly faults: string[] = [];
  readonly #handlers = new Map<AnyContractProcedure, Handler<AnySchema, AnySchema>>();
  readonly #checked = new Set<AnyContractProcedure>();

  /** Sets the handler of a route; the latest one applies. */
  on<I extends AnySchema, O extends AnySchema>(procedure: Procedure<I, O>, handler: Handler<I, O>): void {
    this.#handlers.set(procedure as AnyContractProcedure, handler as Handler<AnySchema, AnySchema>);
  }

  /** Answers invalid inputs with 400 and messages by field, as the server does. */
  checkInputs<I extends AnySchema, O extends AnySchema>(procedure: Procedure<I, O>): void {
    this.#checked.add(procedure as AnyContractProcedure);
  }

  /** Delays responses of a route. Returns the function that releases them. */
  hold<I extends AnySchema, O extends AnySchema>(procedure: Procedure<I, O>): () => void {
    const handler = this.#handlers.get(procedure as AnyContractProcedure);
    const gate = new EventTarget();
    const released = new Promise((resolve) => gate.addEventListener('open', resolve));
    this.#handlers.set(procedure as AnyContractProcedure, async (input) => {
      await released;
      return handler ? handler(input) : withoutHandler(procedure as AnyContractProcedure);
    });
    return () => void gate.dispatchEvent(new Event('open'));
  }

  inputsOf<I extends AnySchema, O extends AnySchema>(procedure: Procedure<I, O>): InferSchemaOutput<I>[] {
    const { method, path } = (procedure as AnyContractProcedure)['~orpc'].route;
    const route = routes.find((one) => one.procedure['~orpc'].route.path === path && one.method === method);
    return this.calls
      .filter((call) => call.method === method && route?.pattern.test(call.path))
      .map((call) => call.input as InferSchemaOutput<I>);
  }

  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(typeof input === 'string' ? new URL(input, location.origin) : input, init);
    const { pathname } = new URL(request.url);
    const route = routes.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    try {
      if (!route) throw new Error(`The contract has no route ${request.method} ${pathname}`);
      const parsed = await readInput(request, route);
      if (route.procedure === contract.usageEvents.send) {
        this.events.push((parsed as { payload: UsageEventPayload }).payload);
        await this.#handlers.get(route.procedure)?.(parsed);
        return json(200, {});
      }
      this.calls.push({ method: request.method, path: pathname, headers: request.headers, input: parsed });
      const handler = this.#handlers.get(route.procedure);
      const answer: unknown = handler ? await handler(parsed) : withoutHandler(route.procedure);
      // An aborted call has no response, as with the real fetch.
      request.signal.throwIfAborted();
      if (answer instanceof Response) return answer;
      const { outputSchema, route: spec } = route.procedure['~orpc'];
      return json(spec.successStatus ?? 200, await parse(outputSchema, answer, `The answer of ${request.method} ${pathname}`));
    } catch (error) {
      if (error instanceof TypeError || (error instanceof Error && error.name === 'AbortError')) throw error;
      if (error instanceof Misfit && route && this.#checked.has(route.procedure)) return json(400, fieldsOf(error.issues));
      this.faults.push(String(error));
      return json(501, { detail: String(error) });
    }
  };
}

/** Rejects like `fetch` without a response. */
export function dropConnection(): never {
  throw new TypeError('Failed to fetch');
}
