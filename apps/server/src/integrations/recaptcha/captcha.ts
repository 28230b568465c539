import type { CaptchaCheck } from '#modules/accounts/public.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

interface Settings {
  key: string;
  secret: string;
  /** Without a trailing slash. */
  url: string;
}

const timeoutMs = 10_000;

/** reCAPTCHA v2, or a service with the same paths. */
export const recaptcha = ({ key, secret, url }: Settings, log: Log): NonNullable<CaptchaCheck> => ({
  key,
  script: `${url}/api.js`,
  async isRight(response) {
    try {
      const body = new URLSearchParams({ secret, response });
      const answer = await fetch(`${url}/api/siteverify`, {
        method: 'POST',
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { success } = (await answer.json()) as { success?: unknown };
      return success === true;
    } catch (error) {
      log.error({ err: error }, 'captcha check failed');
      throw new AppError('unavailable');
    }
  },
});
