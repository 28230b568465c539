import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { orpc } from '#lib/api.ts';
import { currentLanguage } from '#lib/i18n.ts';
import { useTranslation } from '#lib/use-translation.ts';

interface Service {
  ready(act: () => void): void;
  render(place: HTMLElement, options: Record<string, unknown>): void;
}

const serviceOf = () => (globalThis as { grecaptcha?: Service }).grecaptcha;
const scripts = new Map<string, Promise<void>>();

function load(address: string): Promise<void> {
  const known = scripts.get(address);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${address}?render=explicit&hl=${currentLanguage()}`;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      scripts.delete(address);
      script.remove();
      reject(new Error('the captcha did not come'));
    });
    document.head.append(script);
  });
  scripts.set(address, loading);
  return loading;
}

interface CaptchaProps {
  /** Called with an empty string when the answer expires. */
  onAnswer: (answer: string) => void;
  error?: string | undefined;
}

/** ACC-051, ACC-052: an answer is valid for one call, so change `key` after each call. */
export function Captcha({ onAnswer, error }: CaptchaProps) {
  const { t } = useTranslation('accounts');
  const { data } = useQuery(orpc.accounts.captchaKey.queryOptions({ staleTime: Infinity }));
  const place = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent(onAnswer);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const box = place.current;
    if (!data?.key || !box) return undefined;
    const widget = box.appendChild(document.createElement('div'));
    let isOver = false;
    const show = () =>
      serviceOf()?.ready(() => {
        if (isOver) return;
        serviceOf()?.render(widget, { sitekey: data.key, callback: (text: string) => tell(text), 'expired-callback': () => tell('') });
      });
    load(data.script).then(show, () => setFailed(true));
    return () => {
      isOver = true;
      widget.remove();
    };
  }, [data]);
  if (!data?.key) return null;
  return <Input.Wrapper error={failed ? t('captchaFailed') : error}>{<div ref={place} data-captcha />}</Input.Wrapper>;
}
