import { dayMs } from '@headwater/domain/time/durations';
import { describe, expect, it } from 'vitest';
import { totpCode } from '#platform/crypto/totp.ts';
import { password, useInstallation } from '../../../test/installation.ts';

const here = useInstallation({ HEADWATER_SMTP_URL: 'smtp://127.0.0.1:9' });
const me = '/api/internal/users/me/';
const newUser = async () => here.addUser(await here.addCompany({ features: { has_api: true } }), 'worker');
const begin = async (email: string) => (await here.visitor().post('/api/v6/login/', { email, password })).body.confirmation.token as string;
const confirm = (token: string, code: string) => here.visitor().post('/api/v6/login/confirm/', { token, code });

describe('expired access', () => {
  it('rejects and hides a session after a month without use', async () => {
    const user = await newUser();
    const [used, unused] = [await here.signIn(user), await here.signIn(user)];
    here.clock.advance(29 * dayMs);
    expect((await used.get(me)).status).toBe(200);
    here.clock.advance(2 * dayMs);
    expect([(await used.get(me)).status, (await unused.get(me)).status]).toEqual([200, 401]);
    expect((await used.get('/api/v6/user/security/')).body.sessions).toMatchObject([{ is_current: true }]);
  });

  it('[ACC-049] does not reveal the address of an expired reset link', async () => {
    const user = await newUser();
    await here.visitor().post('/api/v6/recover-password/', { email: user.email });
    const key = /\/users\/reset\/(\S+)/.exec((await here.systemEmailsTo(user.email)).at(-1)?.text ?? '')?.[1];
    const find = async () => (await here.visitor().get(`/api/v6/reset-password/${key}/`)).status;
    expect(await find()).toBe(200);
    here.clock.advance(8 * dayMs);
    expect(await find()).not.toBe(200);
  });

  it('[DEC-08] neither consumes a recovery code nor emails a code for an expired first step', async () => {
    const user = await newUser();
    const caller = await here.signIn(user);
    const { secret } = (await caller.post('/api/v6/user/authenticator/', { password })).body;
    const code = totpCode(secret, Math.floor(here.clock.now().getTime() / 30_000));
    const [recovery] = (await caller.post('/api/v6/user/authenticator/confirm/', { code })).body.recovery_codes;
    const token = await begin(user.email);
    here.clock.advance(dayMs);
    expect((await confirm(token, recovery)).body.code).toBe('signin_expired');
    expect((await here.visitor().post('/api/v6/login/code/', { token })).body.code).toBe('signin_expired');
    expect((await confirm(await begin(user.email), recovery)).status).toBe(200);
  });

  it('[ACC-023] [ACC-055] [API-010] rejects API tokens of inactive and unverified accounts', async () => {
    const user = await newUser();
    await here.sql('update users set api_manager = true where id = $1', [user.id]);
    const { body } = await (await here.signIn(user)).post('/api/access_token/', { password });
    const program = here.program(body.access_token);
    for (const column of ['is_active', 'is_verified']) {
      expect([column, (await program.get(me)).status]).toEqual([column, 200]);
      await here.sql(`update users set ${column} = false where id = $1`, [user.id]);
      expect([column, (await program.get(me)).status]).toEqual([column, 401]);
      await here.sql(`update users set ${column} = true where id = $1`, [user.id]);
    }
  });

  it.each([
    ['a person who is switched off', 'update users set is_active = false where id = $1'],
    [
      'a person of a company that was deleted',
      'update companies set deleted_at = now() where id = (select company_id from users where id = $1)',
    ],
  ])('[ACC-023] rejects the correct password of %s', async (_whose, change) => {
    const user = await newUser();
    await here.sql(change, [user.id]);
    const answer = await here.visitor().post('/api/v6/login/', { email: user.email, password });
    expect(answer).toMatchObject({ status: 403, body: { code: 'user_disabled' } });
  });
});
