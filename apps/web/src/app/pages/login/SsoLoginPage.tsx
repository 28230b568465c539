import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type SsoProblem, ssoProblems } from '@headwater/domain/companies/sso';
import { ApiError } from '#lib/api-error.ts';
import { api } from '#lib/api.ts';
import { useFirstFocus } from '#lib/first-focus.ts';
import { usePageTitle } from '#lib/page-title.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { ServerForm, useServerForm } from '#ui/form.tsx';
import { looksLikeEmail } from './looks-like-email.ts';
import { SignInFrame } from './SignInFrame.tsx';
import classes from './login.module.css';

const route = getRouteApi('/login/sso');

const colors: Partial<Record<SsoProblem, string>> = { required: 'yellow', confirm_sent: 'blue', confirm_by_own_way: 'yellow' };

/** SSO-017: shows an unknown address as an error of the field. */
function atField(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
  throw error.atFields({ email: error.message });
}

/** ACC-002. */
export function SsoLoginPage() {
  const { t } = useTranslation('sso');
  const { next, email: known, problem } = route.useSearch();
  const focus = useFirstFocus<HTMLInputElement>();
  usePageTitle(t('signIn.title'));
  const form = useServerForm({
    initialValues: { email: known ?? '' },
    validate: {
      email: (email: string) => (email.trim() === '' ? t('signIn.empty') : looksLikeEmail(email) ? null : t('signIn.bad')),
    },
    submit: async ({ email }) => {
      const input = { email: email.trim(), ...(next === undefined ? {} : { next }) };
      const { url } = await api.sso.url(input, { context: { visitor: true } }).catch(atField);
      globalThis.location.assign(url);
    },
  });
  const why = ssoProblems.find((one) => one === problem);
  return (
    <SignInFrame>
      <h1 className={classes.title}>{t('signIn.title')}</h1>
      <p className={classes.note}>{t('signIn.lead')}</p>
      {why !== undefined && (
        <Alert color={colors[why] ?? 'red'} role="alert" p="sm" mb="lg">
          {t(`problem.${why}`)}
        </Alert>
      )}
      <ServerForm form={form} bare>
        <TextInput
          type="email"
          inputMode="email"
          label={t('signIn.email')}
          placeholder={t('signIn.emailPlaceholder')}
          autoComplete="username"
          ref={focus}
          {...form.field('email')}
        />
        <Button type="submit" fullWidth loading={form.pending}>
          {t('signIn.continue')}
        </Button>
        <Anchor size="sm" renderRoot={(props) => <Link to="/login" search={next === undefined ? {} : { next }} {...props} />}>
          {t('signIn.password')}
        </Anchor>
      </ServerForm>
    </SignInFrame>
  );
}
