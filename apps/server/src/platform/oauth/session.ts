import type { Clock } from '#platform/clock.ts';
import type { Answer, Call, Caller } from '#platform/fetch/api-caller.ts';
import type { OAuthClient, OAuthTokens } from './client.ts';

export interface SessionOptions {
  client: Pick<OAuthClient, 'refresh'>;
  caller: Caller;
  clock: Clock;
  tokens: OAuthTokens;
  keep(tokens: OAuthTokens): Promise<void>;
}

export interface OAuthSession {
  /** Renews an invalid token once. Throws OAuthError and CallFailed. */
  call(call: Call): Promise<Answer>;
  tokens(): OAuthTokens;
}

const slack = 60_000;

export function createOAuthSession({ client, caller, clock, tokens: initial, keep }: SessionOptions): OAuthSession {
  let tokens = initial;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    tokens = await client.refresh(tokens);
    await keep(tokens);
  };
  const renewOnce = (): Promise<void> => (renewing ??= renew().finally(() => (renewing = undefined)));
  const isStale = () => Date.parse(tokens.expiresAt) - clock.now().getTime() < slack;
  const once = (call: Call) => caller.call({ ...call, headers: { ...call.headers, authorization: `Bearer ${tokens.access}` } });
  return {
    async call(call) {
      if (isStale()) await renewOnce();
      const used = tokens.access;
      const answer = await once(call);
      if (answer.status !== 401) return answer;
      if (tokens.access === used) await renewOnce();
      return once(call);
    },
    tokens: () => tokens,
  };
}
