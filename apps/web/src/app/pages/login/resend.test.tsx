import { contract } from '@headwater/contract/contract';
import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { openApp } from '#testing/open-app.tsx';
import { proxyPage } from '#testing/stub-server.ts';

const { registration } = contract;

describe('an account that is not activated', () => {
  it.each([
    ['/users/need-activation', registration.resendActivation, 'Resend of activation email failed'],
    ['/users/need-verification', registration.resendVerification, 'Resend of verification email failed'],
  ] as const)('[ACC-008] [ACC-064] [ACC-065] reports that the e-mail was not sent again: %s', async (path, call, failed) => {
    const { server, hands } = await openApp(path);
    await hands.type(await screen.findByLabelText(/^Email/), 'nobody@example.test');
    server.on(call, () => proxyPage(503));
    await hands.click(screen.getByRole('button', { name: 'Send the email again' }));
    await screen.findByText(failed);
    server.on(call, () => ({}));
    await hands.click(screen.getByRole('button', { name: 'Send the email again' }));
    await screen.findByText('Email sent');
  });
});
