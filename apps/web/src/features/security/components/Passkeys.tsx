import { Button, Group } from '@mantine/core';
import type { Passkey, SecurityView } from '@headwater/contract/security';
import { useTranslation } from '#lib/use-translation.ts';
import { openModal } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { useSecurityChanges } from '../api/security.ts';
import { passkeyPlace } from '../model/make-passkey.ts';
import { AddPasskey, PasskeyName } from './AddPasskey.tsx';
import { ProofForm } from './ProofForm.tsx';
import classes from './security.module.css';

const say = (message: string) => showSnackbar({ message, tone: 'success', key: 'passkey' });

function usePasskeyActions(view: SecurityView) {
  const { t } = useTranslation('security');
  const { renamePasskey, removePasskey } = useSecurityChanges();
  return {
    async add() {
      const isDone = await openModal<boolean>({ title: t('addPasskey'), content: (close) => <AddPasskey view={view} close={close} /> });
      if (isDone) say(t('passkeyAdded'));
    },
    async rename({ id, name }: Passkey) {
      const isDone = await openModal<boolean>({
        title: t('renamePasskey'),
        content: (close) => <PasskeyName initial={name} save={(next) => renamePasskey(id, next)} close={close} />,
      });
      if (isDone) say(t('renamed'));
    },
    async remove({ id, name }: Passkey) {
      const isDone = await openModal<boolean>({
        title: t('removeTitle'),
        content: (close) => (
          <ProofForm
            view={view}
            text={t('removeText', { name })}
            submitLabel={t('remove')}
            submit={(proof) => removePasskey(id, proof)}
            onDone={() => close(true)}
            onCancel={() => close()}
          />
        ),
      });
      if (isDone) say(t('removed'));
    },
  };
}

function PasskeyRow({ passkey, onRename, onRemove }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const { t } = useTranslation('security');
  const { name } = passkey;
  return (
    <li className={classes.session}>
      <div className={classes.what}>
        {name}
        <div className={classes.quiet}>
          {t(passkey.used_at === null ? 'added' : 'lastUsed')} <RelativeTime value={passkey.used_at ?? passkey.created_at} />
        </div>
      </div>
      <Group gap="sm">
        <Button variant="default" aria-label={t('renameOf', { name })} onClick={onRename}>
          {t('rename')}
        </Button>
        <Button variant="default" aria-label={t('removeOf', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      </Group>
    </li>
  );
}

/** DEC-08. */
export function Passkeys({ view }: { view: SecurityView }) {
  const { t } = useTranslation('security');
  const { add, rename, remove } = usePasskeyActions(view);
  const place = passkeyPlace(view.passkey_origin);
  const origin = view.passkey_origin ?? '';
  const notes = {
    here: t('passkeysText'),
    elsewhere: t('passkeysElsewhere', { origin }),
    nowhere: t('passkeysOff'),
    unknown: t('passkeysUnknown'),
  };
  return (
    <div className={classes.block}>
      <h3 className={classes.heading}>{t('passkeys')}</h3>
      <p className={classes.quiet}>{notes[place]}</p>
      {view.passkeys.length > 0 && (
        <ul className={classes.sessions}>
          {view.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRename={() => void rename(passkey)} onRemove={() => void remove(passkey)} />
          ))}
        </ul>
      )}
      {place === 'here' && (
        <Group mt={8}>
          <Button variant="default" onClick={() => void add()}>
            {t('addPasskey')}
          </Button>
        </Group>
      )}
    </div>
  );
}
