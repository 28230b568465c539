import { FieldErrors } from '#platform/errors.ts';

/** Undefined if no captcha is configured (ACC-052). */
export type CaptchaCheck =
  | {
      key: string;
      script: string;
      isRight(answer: string): Promise<boolean>;
    }
  | undefined;

/** Throws FieldErrors for a missing or wrong answer. */
export async function requireCaptcha(check: CaptchaCheck, answer: string | undefined): Promise<void> {
  if (!check) return;
  if (!answer || !(await check.isRight(answer))) throw new FieldErrors({ captcha: 'captcha_wrong' });
}
