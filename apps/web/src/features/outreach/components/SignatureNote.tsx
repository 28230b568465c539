import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#lib/use-translation.ts';
import { settingsQuery } from '../api/mailbox.ts';
import classes from './thread.module.css';

export function SignatureNote() {
  const { t } = useTranslation('outreach');
  const signature = useQuery(settingsQuery).data?.signature;
  return (
    <span className={classes.signature}>
      {signature && <span className={classes.signatureText}>{t('signatureAdded')}</span>}
      {signature !== undefined && (
        <Anchor component={Link} to="/messaging/settings/signature" size="xs">
          {signature ? t('editSignature') : t('addSignature')}
        </Anchor>
      )}
    </span>
  );
}
