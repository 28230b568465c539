import { expect } from 'vitest';
import { type Caller, type Installation, password } from './installation.ts';
import { type SandboxPerson, signInAtProvider } from './sso-fixtures.ts';

/** Browser steps for sign-ins with external services. */

export const me = async (browser: Caller) => (await browser.get('/api/internal/users/me/')).body;
export const pathOf = (backend: string) => `/api/v6/oauth/${backend}`;
export const begin = async (browser: Caller, backend = 'google', body: object = {}): Promise<string> =>
  (await browser.post(`${pathOf(backend)}/begin/`, body)).body.url;
export const stepOf = async (browser: Caller, backend = 'google') => (await browser.get(`${pathOf(backend)}/step/`)).body;

/** From the sign-in button to the final redirect. */
export async function enter(browser: Caller, person: SandboxPerson, { backend = 'google', next = undefined as string | undefined } = {}) {
  const url = await begin(browser, backend, next === undefined ? {} : { next });
  const { status, headers } = await browser.get(await signInAtProvider(url, person));
  expect(status).toBe(303);
  return String(headers['location']);
}

export const end = async (who: Caller, path: string) => (await who.get(path)).headers['location'];
export const securityOf = async (who: Caller) => (await who.get('/api/v6/user/security/')).body;
export const connect = (who: Caller, body: object, backend = 'google') => who.post(`/api/v6/user/oauth/${backend}/begin/`, body);
export const remove = (who: Caller, id: number, body: object) => who.post(`/api/v6/user/oauth/${id}/remove/`, body);
let counter = 0;
export const freshEmail = () => `person${(counter += 1)}@social.test`;
export const newcomer = (more: object = {}) => ({ email: freshEmail(), given_name: 'Grace', family_name: 'Hopper', ...more });

/** People who sign in with external services. */
export function socialPeople(here: Installation) {
  async function register(person: SandboxPerson, backend = 'google') {
    const browser = here.visitor();
    await enter(browser, person, { backend });
    const { step } = await stepOf(browser, backend);
    const body = { step, first_name: 'Grace', last_name: 'Hopper', language: 'en' };
    return { browser, answer: await browser.post(`${pathOf(backend)}/register/`, body), body };
  }

  /** Links the account of that address with its password; returns the browser. */
  async function connectByPassword(email: string, backend = 'google') {
    const browser = here.visitor();
    expect(await enter(browser, { email }, { backend })).toBe(`/oauth/confirm_password/${backend}`);
    const { step } = await stepOf(browser, backend);
    const answer = await browser.post(`${pathOf(backend)}/confirm-password/`, { step, password });
    expect(answer.status).toBe(200);
    return browser;
  }
  return { register, connectByPassword };
}
