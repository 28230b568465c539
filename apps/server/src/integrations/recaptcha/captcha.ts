import type { CaptchaCheck } from '#modules/accounts/public.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

interface Settings {
  key: string;
  secret: string;
  /** Without a slash at its end. */
  url: string;
}

const timeoutMs = 10_000;

/** reCAPTCHA v2, or another service that speaks its addresses. */
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
      log.error({ err: error }, 'the captcha could not be checked');
      throw new AppError('unavailable');
    }
  },
});
