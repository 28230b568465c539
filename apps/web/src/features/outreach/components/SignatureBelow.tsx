import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { KnownValues } from '#features/editor/model/variables.ts';
import { useTranslation } from '#lib/use-translation.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { settingsQuery } from '../api/mailbox.ts';
import classes from './outreach.module.css';

const RichText = lazyPart(() => import('#features/editor/components/RichText.tsx'), 'RichText', ['editor']);

export function SignatureBelow({ values, onLeave }: { values: KnownValues | undefined; onLeave: () => void }) {
  const { t } = useTranslation('outreach');
  const signature = useQuery(settingsQuery).data?.signature;
  if (signature === undefined) return null;
  return (
    <div className={classes.signature}>
      <div className={classes.signatureHead}>
        <span>{signature ? t('signature') : t('noSignature')}</span>
        <Anchor component={Link} to="/messaging/settings/signature" size="xs" onClick={onLeave}>
          {signature ? t('editSignature') : t('addSignature')}
        </Anchor>
      </div>
      {signature && (
        <Suspense fallback={null}>
          <RichText html={signature} label={t('signature')} values={values} />
        </Suspense>
      )}
    </div>
  );
}
