import { raiseNotice } from '../src/modules/notices/public.ts';
import type { Caller, Installation, TestUser } from './installation.ts';
import { addSentMessage } from './message-fixtures.ts';
import { addProfiles } from './vacancy-fixtures.ts';

export interface WithReply {
  user: TestUser;
  who: Caller;
  profile: number;
  message: number;
  /** Raises the notice of the reply; repeats have no effect. */
  raise(): Promise<void>;
}

/** A person with a replied message. */
export async function withReply(here: Installation, company: number): Promise<WithReply> {
  const user = await here.addUser(company, 'worker', { language: 'en' });
  const who = await here.signIn(user);
  const [profile = 0] = await addProfiles(here, 1, { input: { first_name: 'Vera', last_name: 'Reply' } });
  const { id: message } = await addSentMessage(here, { company, user: user.id, profile, mailbox: null });
  const raise = () =>
    here.application.database.inCompany(company, (tx) =>
      raiseNotice(tx, {
        companyId: company,
        userId: user.id,
        about: { kind: 'reply', channel: 'email' },
        key: `reply ${message}`,
        profileId: profile,
        objectId: message,
        now: here.clock.now(),
      }),
    );
  return { user, who, profile, message, raise };
}
