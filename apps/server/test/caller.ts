import type { FastifyInstance, InjectOptions } from 'fastify';
import { sessionCookie } from '../src/modules/accounts/sessions/session.ts';
import { undocumented } from './documented.ts';
import type { Installation } from './installation.ts';

export const password = 'Correct-Horse-7';

/** `body` is parsed if it is JSON. */
export interface Answer {
  status: number;
  // Routes check the contract; tests read any member.
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects and fails otherwise
  body: any;
  headers: Record<string, unknown>;
}

export interface Caller {
  get(path: string): Promise<Answer>;
  post(path: string, body?: object): Promise<Answer>;
  patch(path: string, body?: object): Promise<Answer>;
  put(path: string, body?: object): Promise<Answer>;
  delete(path: string, body?: object): Promise<Answer>;
  /** Sends a raw request with the caller's cookies. */
  send(options: InjectOptions): Promise<Answer>;
}

/** Path match of cookies as in browsers. */
const isAt = (path: string, url: string): boolean => url === path || url.startsWith(path.endsWith('/') ? path : `${path}/`);

interface Sender {
  cookies: Record<string, string>;
  token?: string;
  remoteAddress: string;
}

function callerWith(app: FastifyInstance, { cookies, token, remoteAddress }: Sender): Caller {
  const paths: Record<string, string> = {};
  const csrf = 'test-token';
  const ofSender: Record<string, string> = token === undefined ? { 'x-csrftoken': csrf } : { authorization: `Token ${token}` };
  const send = async (options: InjectOptions): Promise<Answer> => {
    const url = new URL(String(options.url ?? '/'), 'http://inside.invalid').pathname;
    const sent = Object.fromEntries(Object.entries(cookies).filter(([name]) => isAt(paths[name] ?? '/', url)));
    const response = await app.inject({
      remoteAddress,
      ...options,
      headers: { ...ofSender, accept: 'application/json; version=5.1', ...options.headers },
      cookies: token === undefined ? { csrftoken: csrf, ...sent } : {},
    });
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    for (const { name, value, path = '/' } of response.cookies) [cookies[name], paths[name]] = [value, path];
    if (options.payloadAsStream) return { status: response.statusCode, body: response.stream(), headers: response.headers };
    const body = isJson ? response.json() : response.body;
    const fault = isJson && undocumented({ method: options.method ?? 'GET', path: url, status: response.statusCode, body });
    if (fault) throw new Error(fault);
    return { status: response.statusCode, body, headers: response.headers };
  };
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE') => (url: string, body?: object) =>
    send({ method, url, ...(body ? { payload: body } : {}) });
  return { get: call('GET'), post: call('POST'), patch: call('PATCH'), put: call('PUT'), delete: call('DELETE'), send };
}

/** Callers of an installation from one IP address. */
export function callersFrom(
  app: FastifyInstance,
  remoteAddress: string,
): Pick<Installation, 'signIn' | 'visitor' | 'program' | 'withSession'> {
  return {
    async signIn(user, at = app) {
      const caller = callerWith(at, { cookies: {}, remoteAddress });
      const answer = await caller.post('/api/v6/login/', { email: user.email, password });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return caller;
    },
    visitor: () => callerWith(app, { cookies: {}, remoteAddress }),
    program: (token) => callerWith(app, { cookies: {}, token, remoteAddress }),
    withSession: (value) => callerWith(app, { cookies: { [sessionCookie]: value }, remoteAddress }),
  };
}
