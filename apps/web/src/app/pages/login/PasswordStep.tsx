import { Anchor, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFirstFocus } from '#lib/first-focus.ts';
import { loadTexts } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';
import type { useSignInForm } from './use-sign-in-form.ts';
import classes from './login.module.css';

interface PasswordStepProps {
  form: ReturnType<typeof useSignInForm>;
  onOtherEmail: () => void;
}

export function PasswordStep({ form, onOtherEmail }: PasswordStepProps) {
  const { t } = useTranslation(['app', 'ui']);
  const focus = useFirstFocus<HTMLInputElement>();
  // The page includes these texts; this repeats a failed load.
  useEffect(() => void loadTexts('app'), []);
  const input = useRef<HTMLInputElement>(null);
  const ref = useCallback(
    (node: HTMLInputElement | null) => {
      input.current = node;
      focus(node);
    },
    [focus],
  );
  const [isShown, setShown] = useState(false);
  const { email } = form.values;
  const toggle = () => {
    const node = input.current;
    const [start, end] = [node?.selectionStart ?? 0, node?.selectionEnd ?? 0];
    setShown(!isShown);
    // A changed field type resets the cursor at the next frame.
    requestAnimationFrame(() => node?.setSelectionRange(start, end));
  };
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <>
      <div className={classes.known}>
        <span className={classes.knownEmail}>{email}</span>
        <Anchor component="button" type="button" size="sm" onClick={onOtherEmail}>
          {t('signIn.change')}
        </Anchor>
      </div>
      {/* Password managers fill both fields only if both exist. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextInput
        type={isShown ? 'text' : 'password'}
        label={t('signIn.password')}
        autoComplete="current-password"
        autoCapitalize="off"
        spellCheck={false}
        ref={ref}
        rightSection={
          <button
            type="button"
            className={classes.reveal}
            // Tab moves from the password to the sign-in button.
            tabIndex={-1}
            aria-label={t('showPassword', { ns: 'ui' })}
            aria-pressed={isShown}
            onMouseDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            <Eye size={16} stroke={1.5} />
          </button>
        }
        {...form.field('password')}
      />
    </>
  );
}
