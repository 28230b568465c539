-- Voice messages, stickers, contacts and places have a name of their own in a dialog.
alter table telegram_messages add column kind text
  check (kind in ('voice', 'video_message', 'video', 'audio', 'animation', 'sticker', 'contact', 'location', 'poll', 'other'));
