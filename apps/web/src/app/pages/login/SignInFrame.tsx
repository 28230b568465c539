import type { ReactNode } from 'react';
import { Brand } from '../../frame/Brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../frame/Preferences.tsx';
import classes from './login.module.css';

export const SignInFrame = ({ children }: { children: ReactNode }) => (
  <main className={classes.page}>
    <div className={classes.column}>
      <Brand />
      <div className={classes.card}>{children}</div>
      <div className={classes.foot}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </div>
  </main>
);
