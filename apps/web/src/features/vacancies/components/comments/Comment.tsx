import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { CommentView } from '@headwater/contract/comments';
import { useTranslation } from '#lib/use-translation.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { confirm } from '#ui/modals.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { showError } from '#ui/snackbar.tsx';
import { useCommentActions } from '../../api/comments.ts';
import { fullName } from '../person-name.ts';
import { CommentForm } from './CommentForm.tsx';
import { Words } from './Words.tsx';
import classes from './Comments.module.css';

function CommentMenu({ comment, author, onEdit }: { comment: CommentView; author: string; onEdit: () => void }) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const { remove } = useCommentActions();
  const ask = async () => {
    const agreed = await confirm({
      title: t('comment.deleteTitle'),
      text: t('comment.deleteText'),
      confirm: t('delete', { ns: 'ui' }),
      danger: true,
    });
    if (agreed) await remove(comment.id).catch(showError);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('comment.actions', { name: author })} size="sm">
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {comment.permissions.edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
        )}
        {comment.permissions.remove && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={() => void ask()}>
            {t('delete', { ns: 'ui' })}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** CTP-001. */
export function Comment({ comment, profileId }: { comment: CommentView; profileId: number }) {
  const { t } = useTranslation(['vacancies', 'ui']);
  const [editing, setEditing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { change } = useCommentActions();
  const author = fullName(comment.created_by);
  const { edit, remove } = comment.permissions;
  const close = () => setEditing(false);
  return (
    <li className={classes.comment}>
      <Avatar name={author} size={24} />
      <div className={classes.body}>
        <div className={classes.meta}>
          <span className={classes.author}>{author}</span>
          <RelativeTime value={comment.created_at} />
          {comment.updated_at !== comment.created_at && <span>{t('comment.edited')}</span>}
          {(edit || remove) && !editing && <CommentMenu comment={comment} author={author} onEdit={() => setEditing(true)} />}
        </div>
        {editing ? (
          <CommentForm
            label={t('comment.label')}
            submitLabel={t('save', { ns: 'ui' })}
            text={comment.text}
            place={{ profileId, candidateId: comment.candidate_id ?? undefined }}
            field={field}
            submit={(text) => change({ id: comment.id, text })}
            onDone={close}
            onCancel={close}
          />
        ) : (
          <p className={classes.text}>
            <Words comment={comment} />
          </p>
        )}
        {comment.folder && (
          <Link to="/folders/$folderId/" params={{ folderId: String(comment.folder.id) }} className={classes.folder}>
            {comment.folder.name}
          </Link>
        )}
      </div>
    </li>
  );
}
