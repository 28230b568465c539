import { describe, expect, it, vi } from 'vitest';
import { expectHeld } from '../../../test/clocks.ts';
import { type Answer, type Caller, password, type TestUser, useInstallation } from '../../../test/installation.ts';

/** Email is enabled, but not delivered. */
const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const bare = useInstallation();

let addresses = 0;
/** A new network address, unless the test sets one. */
const elsewhere = () => {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
};
interface Typed {
  typed?: string;
  address?: string;
  next?: string;
}
const login = (caller: Caller, email: string, { typed = password, address = elsewhere(), next }: Typed = {}): Promise<Answer> =>
  caller.send({ method: 'POST', url: '/api/v6/login/', payload: { email, password: typed, next }, remoteAddress: address });
const seen = ({ status, body }: Answer) => JSON.stringify({ status, body });
const fail = async (installation: typeof here, email: string, times: number) => {
  for (let tries = 0; tries < times; tries += 1) await login(installation.visitor(), email, { typed: 'nope' });
};
const newUser = async (installation: typeof here, more: object = {}): Promise<TestUser> =>
  installation.addUser(await installation.addCompany(more), 'worker');
const tokenIn = (text: string | undefined) => /token=(\S+)/.exec(text ?? '')?.[1];
/** Durations of the delays since the call, in ms. */
const countPauses = () => {
  const before = here.heldAnswers.pauses.length;
  return () => here.heldAnswers.pauses.slice(before);
};
const codeOf = async (email: string) => /\d{6}/.exec((await here.systemEmailsTo(email)).at(-1)?.text ?? '')?.[0] ?? '';

it('[ACC-017] rejects a sign-in that needs a code without a mail server', async () => {
  const user = await newUser(bare, { mfa: true });
  const visitor = bare.visitor();
  const answer = await login(visitor, user.email);
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'signin_code_not_sent', detail: expect.stringContaining('email is not set up') },
  });
  expect((await visitor.get('/api/internal/users/me/')).status).toBe(401);
  expect((await login(visitor, user.email, { typed: 'nope' })).status).toBe(400);
  // Nothing is queued for a later mail server.
  expect(await bare.systemEmailsTo(user.email)).toEqual([]);
  expect(await bare.sql('select from one_time_tokens')).toEqual([]);
});

describe('an account under attack', () => {
  it('[ACC-014] [ACC-018] [ACC-020] gives correct and wrong passwords and unknown addresses the same delayed response', async () => {
    const user = await newUser(here);
    const pausesSince = countPauses();
    await fail(here, user.email, 5);
    await fail(here, 'nobody@example.test', 5);
    const other = await newUser(here);
    const right = await expectHeld(here.heldAnswers, {
      milliseconds: 500,
      send: () => login(here.visitor(), user.email),
      meanwhile: () => login(here.visitor(), other.email),
    });
    const wrong = await login(here.visitor(), user.email, { typed: 'nope' });
    const unknown = await login(here.visitor(), 'Nobody@Example.test', { typed: 'nope' });
    expect(right).toMatchObject({ status: 403, body: { code: 'signin_link_sent' } });
    expect([seen(wrong), seen(unknown)]).toEqual([seen(right), seen(right)]);
    // Only the correct password sends an email, at most once a minute.
    await login(here.visitor(), user.email);
    expect(pausesSince()).toEqual([500, 1000, 500, 2000]);
    expect(await here.systemEmailsTo(user.email)).toHaveLength(1);
    expect(await here.systemEmailsTo('nobody@example.test')).toEqual([]);
    // The link signs the owner in and resets the failures.
    const token = tokenIn((await here.systemEmailsTo(user.email))[0]?.text);
    expect((await here.visitor().post('/api/v6/login/confirm/', { token })).status).toBe(200);
    expect((await login(here.visitor(), user.email)).status).toBe(200);
  });

  it('[ACC-016] [ACC-018] keeps the requested page in the emailed link', async () => {
    const linkTo = async (next: string) => {
      const user = await newUser(here);
      await fail(here, user.email, 5);
      expect((await login(here.visitor(), user.email, { next })).body.code).toBe('signin_link_sent');
      const [letter] = await here.systemEmailsTo(user.email);
      return new URL(/https?:\S+/.exec(letter?.text ?? '')?.[0] ?? '').searchParams;
    };
    const wanted = '/folders/?page=2&q=a%20b';
    const link = await linkTo(wanted);
    // As the page does.
    const { body } = await here.visitor().post('/api/v6/login/confirm/', { token: link.get('token'), next: link.get('next') });
    expect(body.next).toBe(wanted);
    // Excludes external links and links that are too long for mail programs.
    for (const next of ['//evil.test/', '/login?next=/x', `/profiles/?q=${'x'.repeat(2000)}`])
      expect([...(await linkTo(next)).keys()]).toEqual(['token']);
  });

  it('[ACC-020] checks at most five parallel guesses', async () => {
    const user = await newUser(here);
    const answers = await Promise.all(Array.from({ length: 60 }, () => login(here.visitor(), user.email, { typed: 'nope' })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status !== 403 && status !== 400)).toEqual([]);
  });

  it('[ACC-020] limits delayed responses per address, without blocking other users', async () => {
    const [victim, other] = [await newUser(here), await newUser(here)];
    await fail(here, victim.email, 8);
    const address = elsewhere();
    here.heldAnswers.holdNext(5);
    const answered: number[] = [];
    const many = Array.from({ length: 12 }, async () => {
      const answer = await login(here.visitor(), victim.email, { typed: 'nope', address });
      answered.push(answer.status);
      return answer;
    });
    await vi.waitFor(() => expect(answered).toEqual(Array.from({ length: 7 }, () => 429)), { timeout: 45_000, interval: 5 });
    await here.heldAnswers.untilHeld(5);
    here.heldAnswers.advance(4000);
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    expect((await login(here.visitor(), other.email)).status).toBe(200);
  });

  it('[ACC-020] accepts the owner in a known browser, up to five failures there', async () => {
    const user = await newUser(here);
    const browser = here.visitor();
    expect((await login(browser, user.email)).status).toBe(200);
    expect((await browser.post('/api/v6/logout/')).status).toBe(200);
    await fail(here, user.email, 6);
    const pausesSince = countPauses();
    expect((await login(browser, user.email, { typed: 'nope' })).status).toBe(400);
    expect((await login(browser, user.email)).status).toBe(200);
    expect(pausesSince()).toEqual([]);
    for (let tries = 0; tries < 5; tries += 1) await login(browser, user.email, { typed: 'nope' });
    expect((await login(browser, user.email)).body.code).toBe('signin_link_sent');
    // Another user's browser has no advantage.
    const stranger = here.visitor();
    expect((await login(stranger, (await newUser(here)).email)).status).toBe(200);
    expect((await login(stranger, user.email)).body.code).toBe('signin_link_sent');
  });

  it('[ACC-020] forgets failures after fifteen minutes', async () => {
    const user = await newUser(here);
    await fail(here, user.email, 5);
    here.clock.advance(15 * 60_000 + 1000);
    expect((await login(here.visitor(), user.email)).status).toBe(200);
  });

  it('[ACC-020] delays an address that guesses at many accounts', async () => {
    const address = elsewhere();
    for (let person = 0; person < 20; person += 1) await login(here.visitor(), `person${person}@example.test`, { typed: 'nope', address });
    const user = await newUser(here);
    const other = await newUser(here);
    const answer = await expectHeld(here.heldAnswers, {
      milliseconds: 500,
      send: () => login(here.visitor(), user.email, { address }),
      meanwhile: () => login(here.visitor(), other.email),
    });
    expect(answer.status).toBe(200);
  });

  it('[ACC-020] accepts the owner late if no link can be sent', async () => {
    const user = await newUser(bare);
    await fail(bare, user.email, 6);
    expect(await login(bare.visitor(), user.email, { typed: 'nope' })).toMatchObject({
      status: 400,
      body: { non_field_errors: ['Wrong email or password'] },
    });
    expect((await login(bare.visitor(), user.email)).status).toBe(200);
    expect(await bare.systemEmailsTo(user.email)).toEqual([]);
  });
});

describe('the second factor', () => {
  it('[ACC-017] checks at most five wrong codes per account, for any number of tokens', async () => {
    const user = await newUser(here, { mfa: true });
    const tokens: string[] = [];
    for (let count = 0; count < 4; count += 1) tokens.push((await login(here.visitor(), user.email)).body.confirmation.token);
    const code = await codeOf(user.email);
    const wrong = code === '000000' ? '000001' : '000000';
    const confirm = (token: string | undefined, typed: string) =>
      here.visitor().send({ method: 'POST', url: '/api/v6/login/confirm/', payload: { token, code: typed }, remoteAddress: elsewhere() });
    const tries = await Promise.all(tokens.slice(0, 3).flatMap((token) => [1, 2, 3].map(() => confirm(token, wrong))));
    expect(tries.filter(({ body }) => body.code?.[0] === 'Wrong code')).toHaveLength(5);
    expect(tries.filter(({ body }) => body.code === 'signin_expired')).toHaveLength(4);
    // Correct codes and new tokens are rejected as well; the emailed link works.
    expect((await confirm(tokens[3], code)).body.code).toBe('signin_expired');
    expect((await login(here.visitor(), user.email)).body.code).toBe('signin_link_sent');
    const token = tokenIn((await here.systemEmailsTo(user.email)).at(-1)?.text);
    expect((await here.visitor().post('/api/v6/login/confirm/', { token })).status).toBe(200);
  });

  it('[ACC-017] accepts the owner in a known browser during an attack', async () => {
    const user = await newUser(here, { mfa: true });
    const browser = here.visitor();
    const through = async () => {
      const { token } = (await login(browser, user.email)).body.confirmation;
      return browser.post('/api/v6/login/confirm/', { token, code: await codeOf(user.email) });
    };
    expect((await through()).status).toBe(200);
    await fail(here, user.email, 6);
    expect((await through()).status).toBe(200);
  });

  it('[ACC-017] is not in the subject of its email', async () => {
    const user = await newUser(here, { mfa: true });
    await login(here.visitor(), user.email);
    const [letter] = await here.systemEmailsTo(user.email);
    expect(letter?.subject).toBe('Your sign-in code');
    expect(letter?.text).toMatch(/\d{6}/);
  });
});
