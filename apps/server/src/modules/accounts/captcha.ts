import { FieldErrors } from '#platform/errors.ts';

/** A captcha that is configured; undefined where none is (ACC-052). */
export type CaptchaCheck =
  | {
      /** Known to the page. */
      key: string;
      /** Address of the script that shows it. */
      script: string;
      /** Whether what the page says was given to a person; throws where the service cannot be asked. */
      isRight(answer: string): Promise<boolean>;
    }
  | undefined;

/** Throws FieldErrors where a captcha is asked for and this is no answer to it. */
export async function requireCaptcha(check: CaptchaCheck, answer: string | undefined): Promise<void> {
  if (!check) return;
  if (!answer || !(await check.isRight(answer))) throw new FieldErrors({ captcha: 'captcha_wrong' });
}
